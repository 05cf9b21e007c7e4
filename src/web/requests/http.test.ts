import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeFailure } from '../ui/failures/describe-failure.ts'
import { getParsed, RequestError } from './http.ts'

let server: Server
let base = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/spent') {
      const envelope = {
        error: 'quota_exhausted',
        message: 'spent',
        docs_url: 'x',
        request_id: 'req_7',
        resets_at: '9026-12-01T00:00:00Z',
      }
      response.writeHead(402).end(JSON.stringify(envelope))
    } else if (request.url === '/busy') {
      const envelope = { error: 'rate_limited', message: 'busy', docs_url: 'x' }
      response.writeHead(429, { 'Retry-After': '12' }).end(JSON.stringify(envelope))
    } else if (request.url === '/page') response.writeHead(200).end('<html></html>')
    else if (request.url === '/broken') {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('{"name":', () => response.destroy())
    } else if (request.url === '/gateway') response.writeHead(502).end('<html>Bad gateway</html>')
    else if (request.url === '/silent') return
    else if (request.url?.startsWith('/html/')) {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '4' }
      response.writeHead(Number(request.url.slice(6)), headers).end('<html>Gateway</html>')
    } else if (request.url?.startsWith('/envelope/')) {
      const [, , status, error] = request.url.split('/')
      response.writeHead(Number(status)).end(JSON.stringify({ error, message: 'no', docs_url: 'x' }))
    } else if (request.url === '/unknown-code') {
      response.writeHead(418).end(JSON.stringify({ error: 'teapot', message: 'short and stout', docs_url: 'x' }))
    } else response.end(JSON.stringify({ name: 7 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function failureOf(path: string): Promise<RequestError> {
  const schema = z.object({ name: z.string() })
  const outcome = await getParsed(`${base}${path}`, schema, new AbortController().signal).catch((error) => error)
  if (!(outcome instanceof RequestError)) throw new Error(`${path} did not fail with a RequestError`)
  return outcome
}

test('a refusal has its reset date and the request id to quote', async () => {
  const failure = describeFailure(await failureOf('/spent'))
  expect(failure).toMatchObject({ requestId: 'req_7', canRetry: false })
  expect(failure.words).toMatch(/spent.*9026/)
})

test('a rate limit says how long to wait', async () => {
  const error = await failureOf('/busy')
  expect(error).toMatchObject({ code: 'rate_limited', retryAfterS: 12 })
  expect(describeFailure(error)).toMatchObject({ canRetry: true, words: expect.stringContaining('12 seconds') })
})

test('a gateway’s own error page counts as unreachable', async () => {
  expect((await failureOf('/gateway')).code).toBe('unreachable')
})

test('a page instead of JSON is unreadable, and so is an answer broken off', async () => {
  expect((await failureOf('/page')).code).toBe('unreadable')
  expect((await failureOf('/broken')).code).toBe('unreachable')
})

test.each([
  ['/html/401', 'You have to sign in again.'],
  ['/html/403', 'The server answered with status 403.'],
  ['/html/404', 'The server answered with status 404.'],
  ['/html/429', 'The server answered with status 429.'],
  ['/html/503', 'The server answered with status 503.'],
  ['/html/200', 'you may have to sign in again'],
  ['/page', 'it is not JSON'],
  ['/envelope/401/invalid_token', 'refused this page’s token'],
  ['/envelope/401/sign_in_needed', 'You have to sign in again.'],
  ['/envelope/403/some_rule', ''],
  ['/envelope/404/not_found', ''],
  ['/envelope/429/rate_limited', ''],
  ['/envelope/503/proxy_busy', ''],
  ['/broken', 'The server did not answer.'],
  ['/silent', 'The server did not answer.'],
])('the failure of %s is explained, and can be retried', async (path, words) => {
  // Long enough for whatever is answered at all on a busy machine.
  const limit = AbortSignal.timeout(path === '/silent' ? 100 : 20_000)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit)
  try {
    const failure = describeFailure(await failureOf(path))
    expect(failure).toMatchObject({ canRetry: true, words: expect.stringContaining(words) })
    expect(failure.words).not.toBe('')
  } finally {
    timeout.mockRestore()
  }
})

test('an unlisted code counts as a fault', async () => {
  expect((await failureOf('/unknown-code')).code).toBe('internal_error')
})

test('an answer of another shape fails with the name of the field', async () => {
  const error = await failureOf('/other')
  expect(error.code).toBe('unreadable')
  expect(error.message).toContain('name')
})
