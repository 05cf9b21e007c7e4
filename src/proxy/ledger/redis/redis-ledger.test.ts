import { pino } from 'pino'
import { expect, it } from 'vitest'
import { parentsAround } from '../../../testing/cells.ts'
import { startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startRedis } from '../../../testing/servers/redis-server.ts'
import { startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
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

it('purchases while Redis is full are refused, and the log has the reason once', { tags: 'nightly' }, async () => {
  const [redis, service] = await Promise.all([startRedis(), startStrangeService()])
  const proxy = await startProxyUnderTest(service, { ledgerUrl: redis.url })
  try {
    await redis.run(['CONFIG', 'SET', 'maxmemory', '1'])
    for (const parent of parentsAround(8, 3)) {
      const refused = (await proxy.buy([parent])).all('refused')
      expect(refused.map(({ refusal }) => refusal.code)).toEqual(['ledger_unreachable'])
    }
    expect(service.calls).toHaveLength(0)
    const faults = proxy
      .said()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(faults.map((line) => JSON.parse(line).msg)).toEqual(['the ledger store refuses commands; nothing is bought'])
  } finally {
    await proxy.close()
    await redis.close()
    await service.close()
  }
})
