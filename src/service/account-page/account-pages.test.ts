import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { accountStores, type TestAccounts } from '../../testing/account-stores.ts'
import { accountNamed, createAccount, endSessions, lapseAccount } from '../accounts/accounts.ts'
import { withAccounts } from '../accounts/open-accounts.ts'
import { createLinkSecret } from '../accounts/sign-in.ts'
import { createToken, listTokens } from '../accounts/tokens.ts'
import { PLANS } from '../plans/plans.ts'
import { startService } from '../start-service.ts'
import { TOKENS_MAX } from './account-pages.ts'
import { signInAddress } from './paths.ts'

interface Answer {
  status: number
  headers: Headers
  text: string
}

interface Browser {
  /** Another browser with the same cookie. */
  copy(): Browser
  get(path: string): Promise<Answer>
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
}

describe.each(accountStores())('over accounts in $name', ({ start }) => {
  let stores: TestAccounts
  let place: Awaited<ReturnType<TestAccounts['newPlace']>>
  let service: Awaited<ReturnType<typeof startService>>
  let origin: string
  let now = new Date('2026-11-20T10:00:20Z')
  beforeAll(async () => {
    stores = await start()
    place = await stores.newPlace()
    const plans = { ...PLANS, tiny: { ...PLANS.standard, allowance: { current: 4, history: 2 } } }
    const clock = () => now
    service = await startService({
      ...place,
      host: '127.0.0.1',
      port: 0,
      now: clock,
      clock,
      plans,
      log: pino({ level: 'silent' }),
    })
    origin = new URL(service.url).origin
    for (const name of ['acme', 'other']) await createAccount({ ...place, name, plan: 'tiny', plans })
    await createAccount({ ...place, name: 'free', plan: 'tiny', plans, anchorDay: null })
  })
  afterAll(async () => {
    await service?.close()
    await stores?.close()
  })

  /** Acts like a browser: keeps the cookie and sends its origin with forms, but follows no redirect. */
  function browser(held = ''): Browser {
    let cookie = held
    const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
      const headers = new Headers(init.headers)
      if (cookie) headers.set('cookie', cookie)
      const answer = await fetch(path.startsWith('http') ? path : origin + path, {
        ...init,
        headers,
        redirect: 'manual',
      })
      const set = answer.headers.get('set-cookie')
      if (set !== null) cookie = set.split(';')[0] ?? ''
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    return {
      copy: () => browser(cookie),
      get: (path) => ask(path),
      post: (path, form, headers = { origin }) =>
        ask(path, { method: 'POST', headers, body: new URLSearchParams(form) }),
    }
  }

  const linkOf = (account: string) => createLinkSecret({ ...place, account, now })

  async function signedIn(account: string): Promise<Browser> {
    const person = browser()
    const answer = await person.post('/account/sign-in', { link: await linkOf(account) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
    return person
  }

  /** The hidden fields of the form that creates a token. */
  async function formOf(person: Browser): Promise<{ form: string; after: string }> {
    const { text } = await person.get('/account')
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
    return { form: value('form'), after: value('after') }
  }

  async function createByForm(person: Browser, kind = 'ro'): Promise<string> {
    const { text } = await person.post('/account/tokens', { ...(await formOf(person)), kind })
    return /svc_live_r[wo]_[\w-]{43}/.exec(text)?.[0] ?? ''
  }

  const askFigures = (token: string) =>
    fetch(`${service.url}/stats/current?lat=-48.88&lng=-123.39&radius_km=1`, {
      headers: { authorization: `Bearer ${token}` },
    })

  describe('a sign-in link', () => {
    it('offers to sign in, and is used up only by signing in', async () => {
      const link = await linkOf('acme')
      const person = browser()
      for (const _ of [1, 2]) {
        const offered = await person.get(signInAddress(origin, link))
        expect([offered.status, offered.headers.get('set-cookie')]).toEqual([200, null])
        expect(offered.text).toContain('Sign in to acme')
      }
      const used = await person.post('/account/sign-in', { link })
      expect(used.status).toBe(303)
      expect(used.headers.get('set-cookie')).toMatch(/^squaremetre_account=[\w-]{43}; .*HttpOnly; SameSite=Strict$/)
      expect((await person.get('/account')).status).toBe(200)
      const again = await browser().get(signInAddress(origin, link))
      expect([again.status, again.text.includes('This link has been used')]).toEqual([410, true])
      const twice = await browser().post('/account/sign-in', { link })
      expect([twice.status, twice.headers.get('set-cookie')]).toEqual([410, null])
    })

    it('says when it has expired or is unknown', async () => {
      const link = await linkOf('acme')
      now = new Date(now.getTime() + 16 * 60_000)
      const over = await browser().get(signInAddress(origin, link))
      expect([over.status, over.text.includes('This link has expired')]).toEqual([410, true])
      for (const path of ['/account/sign-in?link=made-up', '/account/sign-in']) {
        const wrong = await browser().get(path)
        expect([wrong.status, wrong.text.includes('Unknown link')]).toEqual([404, true])
      }
    })

    it('cannot be used by another site’s form, and sets a secure cookie over https', async () => {
      const link = await linkOf('acme')
      const foreign = await browser().post('/account/sign-in', { link }, { origin: 'https://elsewhere.example' })
      expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null])
      expect((await browser().post('/account/sign-in', { link }, {})).status).toBe(403)
      const behindProxy = { origin: origin.replace('http:', 'https:') }
      const secure = await browser().post('/account/sign-in', { link }, behindProxy)
      expect(secure.headers.get('set-cookie')).toMatch(
        /^__Host-squaremetre_account=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
    })

    it('cannot be outdone over https by a cookie that another host of the domain has set', async () => {
      const cookieOf = async (account: string, scheme: string) => {
        const link = await linkOf(account)
        const used = await browser().post('/account/sign-in', { link }, { origin: origin.replace('http:', scheme) })
        return used.headers.get('set-cookie')?.split(';')[0] ?? ''
      }
      const [own, foreign] = [await cookieOf('acme', 'https:'), await cookieOf('other', 'http:')]
      const person = browser(`${foreign}; ${own}`)
      const { text } = await person.get('/account')
      expect(text).toContain('<h1>acme</h1>')
      const { headers } = await person.post('/account/sign-out', { form: (await formOf(person)).form })
      expect(headers.get('set-cookie')).toContain('__Host-squaremetre_account=; Max-Age=0; Path=/; Secure')
      expect((await browser(own).get('/account')).status).toBe(401)
    })
  })

  describe('the account page', () => {
    it('is shown only to people who are signed in', async () => {
      const stranger = await browser().get('/account')
      expect([stranger.status, stranger.text.includes('You are not signed in')]).toEqual([401, true])
      expect((await browser().post('/account/tokens', { kind: 'ro', form: '', after: '0' })).status).toBe(401)
    })

    it('runs no script, and is neither cached nor framed', async () => {
      const { headers, text } = await (await signedIn('acme')).get('/account')
      const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(text).not.toMatch(/<script| style=| on\w+=/)
    })

    it('shows what is left and what was used by day and group, for its own account only', async () => {
      const token = await createToken({ ...place, account: 'other', kind: 'ro' })
      for (const _ of [1, 2, 3]) expect((await askFigures(token)).status).toBe(200)
      const { text } = await (await signedIn('other')).get('/account')
      expect(text).toMatch(/Current figures<\/h3>\s*<p class="figure">1<span class="soft"> of 4/)
      expect(text).toContain('Resets on 1 Dec 2026')
      expect(text).toMatch(/<th scope="row">20 Nov 2026<\/th><td><div class="amount"><span class="count">3<\/span>/)
      expect(text).toContain('<h2>Plan tiny</h2>')
      expect(text).toContain(token.slice(0, 20))
      expect(text).not.toContain(token)
      expect((await (await signedIn('acme')).get('/account')).text).not.toContain(token.slice(0, 20))
    })

    it('states when an account is not anchored or has lapsed', async () => {
      await lapseAccount({ ...place, name: 'free' })
      const { text } = await (await signedIn('free')).get('/account')
      expect(text).toContain('Does not reset by date')
      expect(text).toContain('The subscription has lapsed')
    })

    it('escapes values', async () => {
      const { text } = await browser().get('/account/sign-in?link=%22%3E%3Cscript%3E')
      expect(text).not.toContain('<script>')
    })
  })

  describe('a token', () => {
    it('is shown once, works at once, and is refused from the next request after it is revoked', async () => {
      const person = await signedIn('acme')
      const token = await createByForm(person, 'rw')
      expect(token).toMatch(/^svc_live_rw_/)
      expect((await askFigures(token)).status).toBe(200)
      const { text } = await person.get('/account')
      expect(text).not.toContain(token)
      expect(text).toContain(token.slice(0, 20))
      expect(text).toContain('20 Nov 2026')

      const id = (await listTokens(place)).find(({ prefix }) => token.startsWith(prefix))?.id
      const { form } = await formOf(person)
      expect((await person.post(`/account/tokens/${id}/revoke`, { form })).status).toBe(303)
      expect((await askFigures(token)).status).toBe(401)
      expect((await person.get('/account')).text).toContain('Revoked on 20 Nov 2026')
    })

    it('is not created twice when the form is sent twice', async () => {
      const person = await signedIn('acme')
      const form = { ...(await formOf(person)), kind: 'ro' }
      const before = (await listTokens(place)).length
      expect((await person.post('/account/tokens', form)).status).toBe(200)
      const again = await person.post('/account/tokens', form)
      expect([again.status, again.text.includes('No token was created')]).toEqual([409, true])
      expect(await listTokens(place)).toHaveLength(before + 1)
    })

    it('is not created by the page once the account has very many, for all of them stay listed', async () => {
      const person = await signedIn('free')
      await withAccounts(place, async (store) => {
        const { id } = await accountNamed(store, 'free')
        for (let i = 1; i < TOKENS_MAX; i++) {
          const of = { account: id, kind: 'ro', created_at: '2026-11-20T10:00:20.000Z' } as const
          await store.insertToken({ ...of, prefix: `prefix ${i}`, sha256: `hash ${i}` })
        }
      })
      expect(await createByForm(person)).toMatch(/^svc_live_ro_/)
      const refused = await person.post('/account/tokens', { ...(await formOf(person)), kind: 'ro' })
      expect([refused.status, refused.text.includes('this account already has 200 tokens')]).toEqual([409, true])
      expect((await listTokens(place)).filter(({ account }) => account === 'free')).toHaveLength(TOKENS_MAX)
    })

    it('is neither created nor revoked by a form of another session, site or account', async () => {
      const [person, other] = [await signedIn('acme'), await signedIn('other')]
      const form = await formOf(person)
      const before = await listTokens(place)
      const fields = { ...form, kind: 'ro' }
      const tries = [
        await person.post('/account/tokens', { ...fields, form: (await formOf(other)).form }),
        await person.post('/account/tokens', { ...fields, form: '' }),
        await person.post('/account/tokens', { kind: 'ro', after: form.after }),
        await person.post('/account/tokens', { ...fields, kind: 'all' }),
        await person.post('/account/tokens', fields, { origin: 'https://elsewhere.example' }),
        await person.post('/account/tokens', fields, { 'sec-fetch-site': 'same-site' }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
      const foreign = before.find(({ account, revoked_at }) => account === 'other' && revoked_at === null)
      expect((await person.post(`/account/tokens/${foreign?.id}/revoke`, { form: form.form })).status).toBe(404)
      expect(await listTokens(place)).toEqual(before)
    })
  })

  describe('signing out', () => {
    it('ends the session for everyone who has its cookie', async () => {
      const person = await signedIn('acme')
      const { form } = await formOf(person)
      const copy = person.copy()
      expect((await copy.get('/account')).status).toBe(200)
      const answer = await person.post('/account/sign-out', { form })
      expect(answer.headers.get('set-cookie')).toMatch(/^squaremetre_account=; Max-Age=0; Path=\/account/)
      for (const ended of [person, copy]) expect((await ended.get('/account')).status).toBe(401)
    })
  })

  describe('signing out everywhere', () => {
    it('ends all sessions of the account and its unused links, and no other account’s', async () => {
      const [person, elsewhere, other] = [await signedIn('acme'), await signedIn('acme'), await signedIn('other')]
      const unused = await linkOf('acme')
      const token = await createToken({ ...place, account: 'acme', kind: 'ro' })
      const { form } = await formOf(person)
      expect((await person.post('/account/sign-out-everywhere', { form: (await formOf(other)).form })).status).toBe(403)
      expect((await elsewhere.get('/account')).status).toBe(200)
      const answer = await person.post('/account/sign-out-everywhere', { form })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
      for (const ended of [person, elsewhere]) expect((await ended.get('/account')).status).toBe(401)
      expect((await browser().post('/account/sign-in', { link: unused })).status).toBe(404)
      expect((await other.get('/account')).status).toBe(200)
      expect((await fetch(`${service.url}/usage`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    })

    it('is possible from the command line, while the service runs', async () => {
      const [person, other] = [await signedIn('acme'), await signedIn('other')]
      await endSessions({ ...place, name: 'acme' })
      expect((await person.get('/account')).status).toBe(401)
      expect((await other.get('/account')).status).toBe(200)
    })
  })

  it('is found with a slash at the end of its address', async () => {
    const answer = await fetch(`${origin}/account/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/account'])
  })

  describe('an error', () => {
    it('is a page under /account, and the JSON envelope elsewhere', async () => {
      for (const [path, init, status] of [
        ['/account/nowhere', {}, 404],
        ['/account/tokens', {}, 404],
        [
          '/account/sign-in',
          { method: 'POST', headers: { origin }, body: new URLSearchParams({ link: 'x'.repeat(5_000) }) },
          413,
        ],
        ['/account/sign-in', { method: 'POST', headers: { origin }, body: new URLSearchParams() }, 403],
        [
          '/account/sign-in',
          { method: 'POST', headers: { origin, 'content-type': 'multipart/form-data; boundary=x' }, body: 'no parts' },
          403,
        ],
      ] as const) {
        const answer = await fetch(origin + path, init)
        expect(answer.status, path).toBe(status)
        expect(answer.headers.get('content-type')).toContain('text/html')
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      }
      const elsewhere = await fetch(`${origin}/accounts`)
      expect(errorEnvelope.parse(await elsewhere.json()).error).toBe('invalid_token')
    })
  })
})

describe('the files of secrets and addresses', () => {
  it('can be read by their owner only, also those of an earlier version', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'account-files-'))
    const start = () =>
      startService({
        ...{ dataDir, host: '127.0.0.1', port: 0, now: () => new Date(), log: pino({ level: 'silent' }) },
      })
    const first = await start()
    const folder = join(dataDir, 'service')
    const files = () => readdirSync(folder).filter((name) => /^(accounts|request-rates)\.sqlite/.test(name))
    expect(files().length).toBeGreaterThanOrEqual(4)
    for (const name of files()) chmodSync(join(folder, name), 0o644)
    await listTokens({ dataDir })
    const second = await start()
    expect(files().map((name) => [name, statSync(join(folder, name)).mode & 0o777])).toEqual(
      files().map((name) => [name, 0o600]),
    )
    await Promise.all([first.close(), second.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })
})
