import assert from 'node:assert/strict'
import { HEADERS } from '../../contract/limits.ts'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/service/errors.ts'
import type { Check } from '../subject/check.ts'
import { expectRefusal, nameOf } from '../subject/expectations.ts'
import { type RawAnswer, sendRaw } from '../subject/raw-request.ts'
import { Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
/** Longer than the addresses that any server accepts. */
const FAR_TOO_LONG = 3_000_000

/** Section 7: every failure uses the error envelope. */
export const ERROR_CHECKS: readonly Check[] = [
  {
    section: '7',
    claim: 'a wrong path is not found',
    async run({ client }) {
      const paths = [
        '/nowhere',
        '',
        '/',
        '/geo/',
        '/geo/x',
        '/geo/x/y/hexes',
        '/geo//hexes',
        '/stats',
        '/stats/Current',
      ]
      for (const path of [...paths, '/%', '/%zz', '/%00', '/ping/..%2fgeo', '/🏙️']) {
        expectRefusal(await client.ask(path), 'not_found')
      }
    },
  },
  {
    section: '7',
    claim: 'a wrong method is a malformed request',
    async run({ client }) {
      for (const method of METHODS) {
        for (const path of [
          '/geo',
          '/stats/current?lat=0&lng=0&radius_km=1',
          '/ping',
          '/openapi.yaml',
          '/geo/x/hexes',
        ]) {
          expectRefusal(await client.ask(path, { method }), 'malformed_request')
        }
      }
    },
  },
  {
    section: '7',
    claim: 'a body that cannot be parsed gets the error envelope',
    async run({ client }) {
      for (const path of ['/geo', '/stats/current', '/nowhere']) {
        const headers = { 'content-type': 'application/json' }
        const answer = await client.ask(path, { method: 'POST', headers, body: '{"geo_id": ' })
        assert.ok(answer.status >= 400 && answer.status < 500, `${nameOf(answer)} returned ${answer.status}`)
        assert.ok(errorEnvelope.safeParse(answer.body).success, `${nameOf(answer)} has no envelope`)
      }
    },
  },
  {
    section: '7',
    claim: 'bytes that are not HTTP get the error envelope',
    async run(subject) {
      const { host } = new URL(subject.client.base)
      for (const bytes of ['NONSENSE\r\n\r\n', `GET\r\n\r\n`, `get /public HTTP/1.1\r\nHost: ${host}\r\n\r\n`]) {
        await malformed(subject, bytes)
      }
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nHost: ${host}\r\nBroken header\r\n\r\n`)
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nHost: ${host}\r\nContent-Length: x\r\n\r\n`)
    },
  },
  {
    section: '7',
    claim: 'a request with a missing or broken Host gets the error envelope',
    async run(subject) {
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nConnection: close\r\n\r\n`)
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`)
    },
  },
  {
    section: '7',
    claim: 'an address or headers that are too long get the error envelope',
    async run(subject) {
      const { host } = new URL(subject.client.base)
      const long = 'x'.repeat(FAR_TOO_LONG)
      await malformed(
        subject,
        `GET ${pathOf(subject)}/geo?parent=${long} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        [414, 431, 400],
      )
      await malformed(
        subject,
        `GET ${pathOf(subject)}/geo HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${long}\r\n\r\n`,
        [431, 400],
      )
    },
  },
  {
    section: '7',
    claim: 'Expect, CONNECT and TRACE get the error envelope',
    async run(subject) {
      const { host } = new URL(subject.client.base)
      const rest = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${subject.token}\r\nConnection: close\r\n`
      await malformed(subject, `GET ${pathOf(subject)}/geo ${rest}Expect: miracles\r\n\r\n`)
      await malformed(subject, `CONNECT ${host} ${rest}\r\n`)
      await malformed(subject, `TRACE ${pathOf(subject)}/geo ${rest}\r\n`)
    },
  },
  {
    section: '7',
    claim: 'the body of a GET is ignored, even when it is broken',
    decided: true,
    async run({ client, token }) {
      const { host, pathname } = new URL(client.base)
      const head = `GET ${pathname}/geo HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
      for (const body of ['Content-Length: 5\r\n\r\n{"a":', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n']) {
        const answer = await sendRaw(client.base, head + body)
        assert.equal(answer?.status, 200, `status of a GET with ${JSON.stringify(body)}`)
      }
    },
  },
  {
    section: '7',
    claim: 'an address above 224 KiB gets 414; address and headers above 256 KiB together get 431',
    decided: true,
    async run(subject) {
      const { host } = new URL(subject.client.base)
      const rest = `HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
      const [short, long] = ['x'.repeat(235_000), 'x'.repeat(270_000)]
      await malformed(subject, `GET ${pathOf(subject)}/geo?parent=${short} ${rest}\r\n`, [414])
      await malformed(subject, `GET ${pathOf(subject)}/geo?parent=${long} ${rest}\r\n`, [431])
      await malformed(subject, `GET ${pathOf(subject)}/geo ${rest}X-Long: ${long}\r\n\r\n`, [431])
    },
  },
  {
    section: '7',
    claim: 'HEAD is refused with 405, like other methods',
    decided: true,
    async run({ client }) {
      for (const path of ['/ping', '/geo', '/stats/current?lat=0&lng=0&radius_km=1']) {
        const answer = await client.ask(path, { method: 'HEAD' })
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET'], nameOf(answer))
      }
    },
  },
]

function pathOf({ client }: Subject): string {
  return new URL(client.base).pathname
}

/** Sends bytes and expects `malformed_request`, with the headers of every response. */
async function malformed({ client }: Subject, bytes: string, statuses: readonly number[] = []): Promise<void> {
  const sent = JSON.stringify(bytes.replace(/Bearer \S+/, 'Bearer …').slice(0, 80))
  const answer = await sendRaw(client.base, bytes)
  assert.ok(answer, `${sent} got no response`)
  assert.ok(answer.status >= 400 && answer.status < 500, `${sent} got ${answer.status}`)
  if (statuses.length > 0) assert.ok(statuses.includes(answer.status), `${sent} got ${answer.status}`)
  assert.equal(envelopeIn(answer, sent).error, 'malformed_request', sent)
  for (const name of [HEADERS.quotaGroup, HEADERS.quotaLimit, HEADERS.rateLimit, HEADERS.rateRemaining]) {
    assert.ok(answer.headers.has(name), `${sent} got no ${name}`)
  }
}

function envelopeIn({ text, status }: RawAnswer, sent: string) {
  try {
    return errorEnvelope.parse(JSON.parse(text))
  } catch {
    throw new Error(`${sent}: expected the error envelope, found ${status} ${text.slice(0, 80)}`)
  }
}

/** Codes that cannot be provoked from outside, or belong to endpoints that are not shipped. */
const OUT_OF_REACH: readonly ErrorCode[] = ['internal_error', 'read_only_token', 'reports_unavailable_for_country']

/** Section 7, checked on every response that the other checks received. */
export const EVERY_CODE_WAS_SEEN: Check = {
  section: '7',
  claim: `every error code was seen, except ${OUT_OF_REACH.join(', ')}`,
  async run({ client }) {
    const seen = new Set(client.answers.map(({ body }) => errorEnvelope.safeParse(body).data?.error))
    const missing = Object.keys(ERROR_STATUS).filter(
      (code) => !seen.has(code) && !OUT_OF_REACH.some((each) => each === code),
    )
    if (missing.length > 0) throw new Skipped(`nothing was refused with ${missing.join(', ')}`)
  },
}

/** Section 7, checked on every response that the other checks received. */
export const EVERY_FAILURE_USES_THE_ENVELOPE: Check = {
  section: '7',
  claim: 'every failure uses the envelope, with a known code, its status and no credential',
  async run({ client, token }) {
    const failures = client.answers.filter(({ status, method }) => status >= 400 && method !== 'HEAD')
    if (failures.length === 0) throw new Skipped('nothing was refused')
    for (const answer of failures) {
      const envelope = errorEnvelope.safeParse(answer.body)
      assert.ok(
        envelope.success,
        `${nameOf(answer)} (${answer.status}): expected the envelope, found ${answer.text.slice(0, 80)}`,
      )
      assert.ok(envelope.data.message && envelope.data.docs_url, `${nameOf(answer)}: message or docs_url is empty`)
      const { error } = envelope.data
      assert.ok(Object.hasOwn(ERROR_STATUS, error), `${nameOf(answer)}: "${error}" is not a code of the interface`)
      expectRefusal(answer, error as ErrorCode)
      assert.ok(!answer.text.includes(token), `${nameOf(answer)} repeats the credential`)
      assert.notEqual(answer.status, 500, `${nameOf(answer)} failed: ${envelope.data.request_id}`)
    }
  },
}
