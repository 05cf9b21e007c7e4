import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDuckSession } from './duck-session.ts'

test('a session neither loads nor downloads extensions by itself', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'duck-'))
  const session = await openDuckSession({ spillDir: join(dir, 'spill'), memoryLimit: '100MB' })
  try {
    await expect(session.rows("SELECT * FROM read_csv('https://127.0.0.1:9/a.csv')")).rejects.toThrow(/httpfs/)
    const names = "('autoinstall_known_extensions', 'autoload_known_extensions')"
    expect(await session.rows(`SELECT value FROM duckdb_settings() WHERE name IN ${names}`)).toEqual([
      { value: 'false' },
      { value: 'false' },
    ])
  } finally {
    session.close()
    rmSync(dir, { recursive: true })
  }
})

test('work that needs more temporary space than it may use fails and says so', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'duck-'))
  const session = await openDuckSession({ spillDir: join(dir, 'spill'), memoryLimit: '20MB', spillLimitMiB: 1 })
  try {
    const filling = session.run(
      'CREATE TABLE texts AS SELECT md5(i::VARCHAR) AS text FROM range(3_000_000) AS all_of (i)',
    )
    await expect(filling).rejects.toThrow(/expected the work to need at most 1 MiB of temporary space/)
  } finally {
    session.close()
    rmSync(dir, { recursive: true })
  }
})
