import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPeriods } from '../../service/build/build-periods.ts'
import { startService } from '../../service/start-service.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../service-fixture.ts'

const log = pino({ level: 'error' })
const PATHS = [
  '/stats/current?geo_id=z2',
  '/stats/current?geo_id=z3&min_price_usd=150000',
  '/coverage',
  '/geo?parent=z1',
]

/** The commands below a heading of docs/operations.md, in folders of a test, without those for a machine's own services. */
function commandsOf(heading: string, folder: string): string {
  const text = readFileSync('docs/operations.md', 'utf8')
  const [, commands = ''] = new RegExp(`^## ${heading}\\n[^]*?^\`\`\`sh\\n([^]*?)^\`\`\``, 'm').exec(text) ?? []
  return commands
    .replace(/^(systemctl|chown|curl) .*\n/gm, '')
    .replaceAll('/var/lib/squaremetre', join(folder, 'data'))
    .replaceAll('/var/backups/squaremetre', join(folder, 'backups'))
}

function hasSqlite(): boolean {
  if (spawnSync('sqlite3', ['--version']).status === 0) return true
  console.warn('SKIPPED: the test of a backup, which needs sqlite3 on the PATH.')
  return false
}

let fixture: ServiceFixture
let folder: string
beforeAll(async () => {
  fixture = await startServiceFixture()
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterAll(async () => {
  await fixture?.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(commands: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', commands], { encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`the commands end with ${status}: ${stderr}`)
  return stdout
}

it.skipIf(!hasSqlite())(
  'a backup of a running service, made and restored as docs/operations.md tells it, has every figure and account',
  async () => {
    const dataDir = join(folder, 'data')
    const service = { dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, log }
    // A service over this folder, which is used while it is copied.
    mkdirSync(join(folder, 'backups'))
    run(`cp -a '${fixture.dataDir}' '${dataDir}'`)
    const running = await startService(service)
    const headers = { authorization: `Bearer ${fixture.token}` }
    const read = async (url: string) =>
      Promise.all(PATHS.map(async (path) => (await fetch(url + path, { headers })).json()))
    const usedOf = async (url: string): Promise<number> => {
      const usage = await (await fetch(`${url}/usage`, { headers })).json()
      return usage.groups[0].used
    }
    const expected = await read(running.url)
    const used = await usedOf(running.url)
    expect(used).toBeGreaterThan(0)
    expect(run(commandsOf('Backup', folder)).trim().split('\n')).toEqual(['ok', 'ok'])
    await read(running.url)
    await running.close()

    const day = run(`ls '${join(folder, 'backups')}'`).trim()
    run(commandsOf('Restore', folder).replace(/\d{4}-\d{2}-\d{2}/, day))
    const restored = await startService(service)
    expect(await usedOf(restored.url)).toBe(used)
    expect(await read(restored.url)).toEqual(expected)
    await restored.close()
    const { built, unchanged } = await buildPeriods({ dataDir, now: FIXTURE_NOW, only: 'newest', log })
    expect([built, unchanged]).toEqual([[], ['2026-11-01']])
  },
)
