import assert from 'node:assert/strict'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/errors.ts'
import { HEADERS } from '../../contract/limits.ts'
import type { Check } from '../subject/check.ts'
import { nameOf, refused } from '../subject/expectations.ts'
import { NotShown } from '../subject/not-shown.ts'
import { type RawAnswer, sendRaw } from '../subject/raw-request.ts'
import type { Subject } from '../subject/subject.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
/** Longer than any server takes an address to be. */
const FAR_TOO_LONG = 3_000_000

/** Section 7: every failure is the one envelope. */
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
        refused(await client.ask(path), 'not_found')
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
          refused(await client.ask(path, { method }), 'malformed_request')
        }
      }
    },
  },
  {
    section: '7',
    claim: 'a body that cannot be parsed is in the envelope too',
    async run({ client }) {
      for (const path of ['/geo', '/stats/current', '/nowhere']) {
        const headers = { 'content-type': 'application/json' }
        const answer = await client.ask(path, { method: 'POST', headers, body: '{"geo_id": ' })
        assert.ok(answer.status >= 400 && answer.status < 500, `${nameOf(answer)} gave ${answer.status}`)
        assert.ok(errorEnvelope.safeParse(answer.body).success, `${nameOf(answer)} is not the envelope`)
      }
    },
  },
  {
    section: '7',
    claim: 'bytes that are no HTTP are in the envelope too',
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
    claim: 'a request without a host, or with a broken one, is in the envelope too',
    async run(subject) {
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nConnection: close\r\n\r\n`)
      await malformed(subject, `GET ${pathOf(subject)}/ping HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`)
    },
  },
  {
    section: '7',
    claim: 'an address and headers that are too long are in the envelope too',
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
    claim: 'an expectation, a tunnel and a trace are in the envelope too',
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
    claim: 'a body behind a GET is not looked at, broken ones included',
    decided: true,
    async run({ client, token }) {
      const { host, pathname } = new URL(client.base)
      const head = `GET ${pathname}/geo HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
      for (const body of ['Content-Length: 5\r\n\r\n{"a":', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n']) {
        const answer = await sendRaw(client.base, head + body)
        assert.equal(answer?.status, 200, `a GET with ${JSON.stringify(body)} gave ${answer?.status}`)
      }
    },
  },
  {
    section: '7',
    claim: 'an address above 64 KiB is refused with 414, and one above 128 KiB with its headers with 431',
    decided: true,
    async run(subject) {
      const { host } = new URL(subject.client.base)
      const rest = `HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
      const [short, long] = ['x'.repeat(70_000), 'x'.repeat(140_000)]
      await malformed(subject, `GET ${pathOf(subject)}/geo?parent=${short} ${rest}\r\n`, [414])
      await malformed(subject, `GET ${pathOf(subject)}/geo?parent=${long} ${rest}\r\n`, [431])
      await malformed(subject, `GET ${pathOf(subject)}/geo ${rest}X-Long: ${long}\r\n\r\n`, [431])
    },
  },
  {
    section: '7',
    claim: 'HEAD is refused with 405, as other methods are',
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

/** Sends bytes that must come back as `malformed_request`, with the headers of every answer. */
async function malformed({ client }: Subject, bytes: string, statuses: readonly number[] = []): Promise<void> {
  const sent = JSON.stringify(bytes.replace(/Bearer \S+/, 'Bearer …').slice(0, 80))
  const answer = await sendRaw(client.base, bytes)
  assert.ok(answer, `${sent} was not answered at all`)
  assert.ok(answer.status >= 400 && answer.status < 500, `${sent} gave ${answer.status}`)
  if (statuses.length > 0) assert.ok(statuses.includes(answer.status), `${sent} gave ${answer.status}`)
  assert.equal(envelopeIn(answer, sent).error, 'malformed_request', sent)
  for (const name of [HEADERS.quotaGroup, HEADERS.quotaLimit, HEADERS.rateLimit, HEADERS.rateRemaining]) {
    assert.ok(answer.headers.has(name), `${sent} has no ${name}`)
  }
}

function envelopeIn({ text, status }: RawAnswer, sent: string) {
  try {
    return errorEnvelope.parse(JSON.parse(text))
  } catch {
    throw new Error(`${sent} gave ${status} ${text.slice(0, 80)}, which is not the envelope`)
  }
}

/** Codes that cannot be brought about from outside, or belong to what is not shipped. */
const OUT_OF_REACH: readonly ErrorCode[] = ['internal_error', 'read_only_token', 'reports_unavailable_for_country']

/** Section 7, looked at in every answer that the other checks were given. */
export const EVERY_CODE_WAS_MET: Check = {
  section: '7',
  claim: `every code of the interface was met, but ${OUT_OF_REACH.join(', ')}`,
  async run({ client }) {
    const met = new Set(client.answers.map(({ body }) => errorEnvelope.safeParse(body).data?.error))
    const missing = Object.keys(ERROR_STATUS).filter(
      (code) => !met.has(code) && !OUT_OF_REACH.some((each) => each === code),
    )
    if (missing.length > 0) throw new NotShown(`nothing was refused with ${missing.join(', ')}`)
  },
}

/** Section 7, looked at in every answer that the other checks were given. */
export const EVERY_FAILURE_IS_THE_ENVELOPE: Check = {
  section: '7',
  claim: 'every failure met is the envelope, with its code, its status and nothing of the credential',
  async run({ client, token }) {
    const failures = client.answers.filter(({ status, method }) => status >= 400 && method !== 'HEAD')
    if (failures.length === 0) throw new NotShown('nothing was refused')
    for (const answer of failures) {
      const envelope = errorEnvelope.safeParse(answer.body)
      assert.ok(
        envelope.success,
        `${nameOf(answer)} (${answer.status}) is not the envelope: ${answer.text.slice(0, 80)}`,
      )
      assert.ok(envelope.data.message && envelope.data.docs_url, `${nameOf(answer)}: message and docs_url`)
      const { error } = envelope.data
      assert.ok(Object.hasOwn(ERROR_STATUS, error), `${nameOf(answer)} is refused with "${error}", which is no code`)
      refused(answer, error as ErrorCode)
      assert.ok(!answer.text.includes(token), `${nameOf(answer)} says the credential back`)
      assert.notEqual(answer.status, 500, `${nameOf(answer)} failed: ${envelope.data.request_id}`)
    }
  },
}
