import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { dropContinue } from './drop-continue.ts'

const INTERIM = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'
const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\nHTTP/1.1 100 Continue'

/** Returns what is read when a request is answered with these pieces. */
function readOf(pieces: readonly string[]): string {
  const answers = new PassThrough()
  const socket = Object.assign(answers, { write: () => true })
  dropContinue(socket)
  let text = ''
  for (let request = 0; request < 2; request++) {
    socket.write('GET / HTTP/1.1\r\n\r\n')
    for (const piece of pieces) {
      answers.push(piece)
      expect(socket.read(0)).toBeNull()
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) text += chunk
    }
  }
  return text
}

it('interim responses before a response are dropped, however they arrive, and no others', () => {
  const whole = INTERIM + RESPONSE
  const cuts = [1, 7, 30, INTERIM.length, whole.length - 21]
  const ways = [[whole], [...whole], ...cuts.map((cut) => [whole.slice(0, cut), whole.slice(cut)])]
  for (const pieces of ways) expect(readOf(pieces)).toBe(RESPONSE.repeat(2))
})

it.each(['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'SSH-2.0', 'HTTP/1.1 200'])('%j is passed on', (bytes) => {
  expect(readOf([bytes])).toBe(bytes.repeat(2))
})
