import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startRedis } from '../../../testing/servers/redis-server.ts'
import { LedgerUnreachable } from '../ledger.ts'
import { openRedisLedger } from './redis-ledger.ts'

it('a Redis that is full is not ready, says so once while it is read, and is ready again once it has room', {
  tags: 'nightly',
}, async () => {
  const redis = await startRedis()
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => said.push(JSON.parse(line).msg) })
  const ledger = await openRedisLedger({ url: redis.url, name: 'ledger', log })
  try {
    await ledger.check()
    await redis.run(['CONFIG', 'SET', 'maxmemory', '1'])
    for (let request = 0; request < 5; request++) {
      await expect(ledger.check()).rejects.toThrow(LedgerUnreachable)
      await ledger.reach()
    }
    expect(said).toEqual(['the ledger store refuses commands; nothing is bought'])
    await redis.run(['CONFIG', 'SET', 'maxmemory', '0'])
    await ledger.check()
  } finally {
    await ledger.close()
    await redis.close()
  }
})
