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

it('a Redis that deletes keys when it is full is named at the start, and one that does not tell is used', async () => {
  const redis = await startRedis()
  const said: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => said.push(JSON.parse(line)) })
  const open = async (url: string) => {
    said.length = 0
    await (await openRedisLedger({ url, name: 'ledger', log })).close()
    return said.map(({ level, maxmemory_policy, msg }) => ({ level, maxmemory_policy, msg }))
  }
  try {
    expect(await open(redis.url)).toEqual([])
    await redis.run(['CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru'])
    const msg = 'once it is full, this Redis deletes figures, which are then bought again'
    expect(await open(redis.url)).toEqual([{ level: 40, maxmemory_policy: 'volatile-lru', msg }])
    await redis.run(['ACL', 'SETUSER', 'me', 'on', '>p', '~*', '&*', '+@all', '-info'])
    expect(await open(redis.url.replace('//', '//me:p@'))).toEqual([
      { level: 30, msg: 'this Redis does not tell its maxmemory-policy' },
    ])
  } finally {
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
