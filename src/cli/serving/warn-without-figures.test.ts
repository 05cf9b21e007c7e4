import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import { warnWithoutFigures } from './warn-without-figures.ts'

const NOW = new Date('2026-11-15')
const SERVICE = { command: 'service', builds: 'scheduled' } as const

it.each([
  ['the ClickHouse is down', 'clickhouse://127.0.0.1:1'],
  ['their file is damaged', ''],
])('lets a service start while figures cannot be read because %s', async (_, url) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'without-figures-'))
  const period = join(dataDir, 'service', 'periods', '2026-11-01')
  mkdirSync(period, { recursive: true })
  for (const file of ['figures.sqlite', 'facts.duckdb']) writeFileSync(join(period, file), 'damaged')
  const figuresUrl = url === '' ? null : parseClickhouseAddress(url)
  await expect(warnWithoutFigures({ dataDir, figuresUrl }, NOW, SERVICE)).resolves.toBeUndefined()
  rmSync(dataDir, { recursive: true })
})

it.each([
  ['scheduled', 'they are being built. If no month of the listings is complete on 2026-11-15, set SERVICE_NOW'],
  ['by hand', '"squaremetre build" builds them. If no month of the listings is complete on 2026-11-15'],
  ['done', 'There are no figures: no month of the listings is complete on 2026-11-15'],
] as const)('says of figures that are not there whether they will be built: %s', async (builds, expected) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'without-figures-'))
  const listings = join(dataDir, 'service', 'listings')
  mkdirSync(listings, { recursive: true })
  writeFileSync(join(listings, 'flats.parquet'), '')
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await warnWithoutFigures({ dataDir, figuresUrl: null }, NOW, { command: 'service', builds })
  expect(written.mock.calls.join('')).toContain(expected)
  written.mockRestore()
  rmSync(dataDir, { recursive: true })
})
