import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { createTurns } from './turns.ts'

it('one request takes over what a process that was killed was buying, and not what another one is buying', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turns-'))
  const ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
  const times = { ttl: 60_000, grace: 300, poll: 10 }
  const log = pino({ level: 'silent' })
  const turns = createTurns({ ledger, log, elapsed: () => performance.now(), times })
  try {
    await ledger.lease(['killed'], 'a killed process', { ...times, ttl: -1 })
    await ledger.lease(['living'], 'another process', times)
    expect(await turns.during(['killed'], async () => 'bought')).toBe('bought')
    expect(await turns.during(['killed', 'living'], async () => 'bought')).toBeNull()
    expect(await turns.during(['killed'], async () => 'bought')).toBe('bought')
  } finally {
    turns.close()
    await ledger.close()
    rmSync(folder, { recursive: true })
  }
})
