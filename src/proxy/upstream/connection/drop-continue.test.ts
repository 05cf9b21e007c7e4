import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { dropContinue } from './drop-continue.ts'

it('interim responses are dropped, and reading a number of bytes loses none', () => {
  const socket = new PassThrough()
  dropContinue(socket)
  socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK')
  expect(socket.read(0)).toBeNull()
  expect(String(socket.read())).toBe('HTTP/1.1 200 OK')
})
