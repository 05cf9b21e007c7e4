import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lapseAccount } from '../service/accounts/accounts.ts'
import { revokeToken } from '../service/accounts/tokens.ts'
import { parseClickhouseAddress } from '../service/clickhouse/clickhouse-address.ts'
import { PLANS } from '../service/plans/plans.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../testing/servers/clickhouse-server.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../testing/service-fixture.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { main } from './main.ts'
import { checkName, runCheck } from './subject/check.ts'
import { type OtherTokens, openSubject, type Subject } from './subject/subject.ts'
import { CHECKS } from './suite.ts'

const PLANS_OF_TESTS = {
  ...PLANS,
  tiny: { ...PLANS.standard, allowance: { current: 25, history: 25 } },
  vast: { ...PLANS.standard, rate_per_min: { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 } },
  narrow: { ...PLANS.standard, cells_per_request: 37 },
  slow: { ...PLANS.standard, rate_per_min: { current: 3, history: 3, metadata: 5 } },
}

/** The checks that cannot run on the embedded service. The test fails when any other check is skipped. */
const SKIPPED = [
  '5 a read-only token is refused on a write endpoint',
  '8 while the metering store is unavailable, requests are served and /usage reports degraded',
]

let service: ServiceFixture
let subject: Subject
beforeAll(async () => {
  service = await startServiceFixture({ plans: PLANS_OF_TESTS, periods: 'all' })
  subject = openSubject({
    base: service.url,
    token: service.token,
    now: FIXTURE_NOW(),
    others: await otherTokens(service),
  })
})
afterAll(() => service?.close())

async function otherTokens({ dataDir, newToken }: ServiceFixture): Promise<Required<OtherTokens>> {
  const tokens = {
    rw: await newToken({ account: 'read-write', kind: 'rw' }),
    ro: await newToken({ account: 'read-only' }),
    revoked: await newToken({ account: 'revoked' }),
    lapsed: await newToken({ account: 'lapsed' }),
    small: await newToken({ account: 'small', plan: 'tiny' }),
    slow: await newToken({ account: 'slow', plan: 'slow' }),
    coarse: await newToken({ account: 'coarse', plan: 'starter' }),
    unanchored: await newToken({ account: 'unanchored', anchorDay: null }),
  }
  await revokeToken({ dataDir, token: tokens.revoked })
  await lapseAccount({ dataDir, name: 'lapsed' })
  return tokens
}

describe('the embedded service follows the interface', () => {
  it.each(CHECKS.map((check) => [checkName(check), check] as const))('%s', async (name, check) => {
    const outcome = await runCheck(check, subject)
    expect(outcome).toMatchObject(SKIPPED.includes(name) ? { kind: 'skipped' } : { kind: 'passed' })
  })

  it('declares itself as OpenAPI 3.1 with named schemas', async () => {
    expect((await subject.contract()).version).toMatch(/^3\.1\./)
    const yaml = await (await service.get('/openapi.yaml', null)).text()
    for (const name of ['ZoneRow', 'Point', 'Stats', 'StatsRow', 'Snapshot', 'Coverage', 'Usage', 'Error']) {
      expect(yaml).toContain(`"#/components/schemas/${name}"`)
    }
  })

  it('responds to random requests as declared, and never fails', () => expectNoFaults(300))
  it('responds so to more of them', { tags: 'nightly' }, () => expectNoFaults(800))

  async function expectNoFaults(requests: number): Promise<void> {
    const token = await service.newToken({ account: `fuzz ${requests}`, plan: 'vast' })
    const subject = openSubject({ base: service.url, token, now: FIXTURE_NOW() })
    const { faults, statuses } = await fuzz(subject, { requests, seed: 20261110 })
    expect(faults).toEqual([])
    // The test means little unless some requests to each endpoint, and many of the metered ones, succeed.
    for (const [path, counts] of statuses) expect(counts.get(200), path).toBeGreaterThan(0)
    for (const path of ['/stats/current', '/stats/history']) {
      const counts = statuses.get(path) ?? new Map<number, number>()
      const asked = [...counts.values()].reduce((sum, count) => sum + count, 0)
      expect(counts.get(200), path).toBeGreaterThan(asked / 3)
    }
  }

  it.each(['narrow', 'starter'])('breaks no rule for an account on plan %s', { tags: 'nightly' }, async (plan) => {
    const token = await service.newToken({ account: `on ${plan}`, plan })
    const subject = openSubject({ base: service.url, token, now: FIXTURE_NOW() })
    const failed: string[] = []
    for (const check of CHECKS) {
      const outcome = await runCheck(check, subject)
      if (outcome.kind === 'failed') failed.push(`${checkName(check)}: ${outcome.reason}`)
    }
    expect(failed).toEqual([])
  })

  it('is checked under names that are all different', () => {
    const names = CHECKS.map(checkName)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe.skipIf(!hasClickhouse())(
  'a service over a ClickHouse of two shards follows the interface',
  { tags: 'nightly', timeout: 120_000 },
  () => {
    let servers: TestClickhouse[] = []
    let there: ServiceFixture
    let subject: Subject
    beforeAll(async () => {
      servers = [await startClickhouse(), await startClickhouse()]
      const figuresUrl = parseClickhouseAddress(`clickhouse://${servers.map(({ host }) => host).join(';')}`)
      if (figuresUrl === null) throw new Error('expected an address of ClickHouse')
      there = await startServiceFixture({ plans: PLANS_OF_TESTS, periods: 'all', figuresUrl })
      const others = await otherTokens(there)
      subject = openSubject({ base: there.url, token: there.token, now: FIXTURE_NOW(), others })
    })
    afterAll(async () => {
      await there?.close()
      for (const server of servers) await server.close()
    })

    it.each(CHECKS.map((check) => [checkName(check), check] as const))('%s', async (name, check) => {
      const outcome = await runCheck(check, subject)
      expect(outcome).toMatchObject(SKIPPED.includes(name) ? { kind: 'skipped' } : { kind: 'passed' })
    })
  },
)

describe('the command', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await main(args, (line) => lines.push(line))
    return { code, output: lines.join('\n') }
  }

  it('exits with 0 when nothing failed, and names what was skipped', async () => {
    const { code, output } = await run('--base', service.url, '--token', service.token, '--only', '4.12')
    expect(code).toBe(0)
    expect(output).toMatch(/^passed +4\.12 POST \/reports/)
    const { output: partly } = await run('--base', service.url, '--token', service.token, '--only', '5')
    expect(partly).toMatch(/skipped +5 a revoked token is refused\n +needs --revoked-token/)
  })

  it('exits with 1 when something failed', async () => {
    const broken = createServer((_, response) => void response.writeHead(418).end()).listen(0, '127.0.0.1')
    await once(broken, 'listening')
    const base = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/public/v1`
    const { code, output } = await run('--base', base, '--token', 'svc_live_ro_any', '--only', '4.7')
    broken.close()
    expect(code).toBe(1)
    expect(output).toMatch(/^FAILED +4\.7 country selects one entry\n +GET \/coverage: expected status 200, found 418/)
  })

  it('checks nothing with tokens that are refused, and says which', async () => {
    const unknown = ['--token', 'svc_live_ro_unknown', '--slow-token', 'svc_live_ro_other']
    const { code, output } = await run('--base', service.url, ...unknown)
    expect(code).toBe(1)
    expect(output).toBe(
      `Nothing was checked: ${service.url} refuses --token (401 invalid_token), --slow-token (401 invalid_token).`,
    )
    const { lapsed = '' } = subject.others
    expect((await run('--base', service.url, '--token', lapsed)).output).toContain(
      '--token (402 subscription_inactive)',
    )
  })

  it('checks nothing where nothing can be reached', async () => {
    const { code, output } = await run('--base', 'http://127.0.0.1:2/public/v1', '--token', 'svc_live_ro_any')
    expect(code).toBe(1)
    expect(output).toBe(
      'Nothing was checked: http://127.0.0.1:2/public/v1 cannot be reached (ECONNREFUSED). Is --base right, and is the service running?',
    )
  })

  it('reaches a service behind a gateway that wants a key, and behind a proxy', async () => {
    const keys: unknown[] = []
    const gateway = createServer((request, response) => {
      keys.push(request.headers['x-api-key'])
      const { authorization = '' } = request.headers
      void fetch(new URL(request.url ?? '', service.url), { headers: { authorization } }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    }).listen(0, '127.0.0.1')
    let isOpen = true
    const proxy = createServer()
      .on('connect', ({ url = '' }, client: Socket) => {
        if (!isOpen) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
        const [host, port] = url.split(':')
        const behind = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
        behind.pipe(client).pipe(behind)
      })
      .listen(0, '127.0.0.1')
    await Promise.all([once(gateway, 'listening'), once(proxy, 'listening')])
    const portOf = (of: typeof proxy) => (of.address() as AddressInfo).port
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    writeFileSync(join(folder, 'token'), `${service.token}\n`)
    const args = [
      ['--base', `http://127.0.0.1:${portOf(gateway)}${new URL(service.url).pathname}`],
      ['--token-file', join(folder, 'token'), '--only', '4.1', '--header', 'X-Api-Key: 0123456789'],
      ['--proxy', `http://127.0.0.1:${portOf(proxy)}`],
    ].flat()
    expect(await run(...args)).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 failed/) })
    expect(new Set(keys)).toEqual(new Set(['0123456789']))
    isOpen = false
    expect(await run(...args)).toMatchObject({ code: 1, output: expect.stringMatching(/cannot be reached .*407/) })
    const wrong = await run(...args, '--header', 'secret')
    expect(wrong).toMatchObject({ code: 2, output: expect.stringMatching(/^--header: expected a name.* number 2 /) })
    for (const server of [gateway, proxy]) server.close()
    rmSync(folder, { recursive: true })
  })

  it('sends random requests and prints their statuses by path', async () => {
    const token = await service.newToken({ account: 'made-up', plan: 'vast' })
    const { code, output } = await run('--base', service.url, '--token', token, '--fuzz', '60', '--seed', '7')
    expect(code).toBe(0)
    expect(output).toMatch(/^ +sent +200 /)
    expect(output).toMatch(/^\/stats\/history +\d+ /m)
    expect(output).toMatch(/\n60 requests with seed 7: 0 faults$/)
  })

  it('reports when limits refused many random requests, or none can be generated', { tags: 'nightly' }, async () => {
    const token = await service.newToken({ account: 'spent', plan: 'tiny' })
    const { output } = await run('--base', service.url, '--token', token, '--fuzz', '200', '--seed', '7')
    expect(output).toMatch(/\d+% were refused because of a limit/)
    expect(await run('--base', service.url, '--token', token, '--fuzz', '1')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^cannot generate requests: .* every zone that was tried, with too_many_hexes/),
    })
  })

  it('exits with 2 on a usage error', async () => {
    expect(await run('--base', 'statistics.example', '--token', 'x')).toMatchObject({
      code: 2,
      output: expect.stringContaining('--base: expected an http or https address, found "statistics.example"'),
    })
    expect((await run('--base', service.url)).code).toBe(2)
    expect((await run('--base', service.url, '--token', 'x', '--only', '12')).code).toBe(2)
    expect((await run('--tokens')).code).toBe(2)
  })
})
