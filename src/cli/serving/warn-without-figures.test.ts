import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import { warnWithoutFigures } from './warn-without-figures.ts'

const NOW = new Date('2026-11-15')

it.each([
  ['the ClickHouse is down', 'clickhouse://127.0.0.1:1'],
  ['their file is damaged', ''],
])('lets a service start while figures cannot be read because %s', async (_, url) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'without-figures-'))
  const period = join(dataDir, 'service', 'periods', '2026-11-01')
  mkdirSync(period, { recursive: true })
  for (const file of ['figures.sqlite', 'facts.duckdb']) writeFileSync(join(period, file), 'damaged')
  const figuresUrl = url === '' ? null : parseClickhouseAddress(url)
  await expect(warnWithoutFigures({ dataDir, figuresUrl }, NOW, 'service')).resolves.toBeUndefined()
  rmSync(dataDir, { recursive: true })
})
