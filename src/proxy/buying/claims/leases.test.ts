import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openSqliteLedger } from '../../ledger/sqlite/sqlite-ledger.ts'
import { createLeases } from './leases.ts'

test('a lease that may have been granted is not freed once it is taken again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leases-'))
  const ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
  let isAway = false
  let letRenew = () => {}
  const renewing = new Promise<void>((resolve) => {
    letRenew = resolve
  })
  let renewals = 0
  const leases = createLeases({
    ledger: {
      ...ledger,
      lease: async (...asked) => {
        const granted = await ledger.lease(...asked)
        if (isAway) throw new Error('the answer was lost')
        return granted
      },
      renew: async (...asked) => {
        renewals++
        await renewing
        return ledger.renew(...asked)
      },
    },
    log: pino({ level: 'silent' }),
    elapsed: () => performance.now(),
    times: { ttl: 60, grace: 60_000, poll: 1 },
  })
  try {
    await leases.take(['held all along'])
    isAway = true
    await expect(leases.take(['tile'])).rejects.toThrow('lost')
    isAway = false
    // A renewal is under way when the tile is taken again.
    while (renewals === 0) await sleep(5)
    expect(await leases.take(['tile'])).toEqual(new Set(['tile']))
    letRenew()
    await sleep(50)
    expect(await ledger.lease(['tile'], 'another proxy', { ttl: 60_000, grace: 60_000 })).toEqual([])
  } finally {
    leases.close()
    await ledger.close()
    rmSync(folder, { recursive: true })
  }
})
