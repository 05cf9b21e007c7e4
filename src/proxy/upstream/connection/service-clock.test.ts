import { expect, it } from 'vitest'
import { parentsAround } from '../../../testing/cells.ts'
import { startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { startVariantService } from '../../../testing/variant-service.ts'

const DAY = 86_400_000

it('a clock that is two months behind hides no period that the service dates', async () => {
  const service = await startStrangeService()
  const variant = await startVariantService(service, () => null)
  const behind = () => new Date('2026-09-15T10:00:00Z')
  const proxy = await startProxyUnderTest(variant, { now: behind, clock: behind })
  const asOf = async () => JSON.parse((await proxy.get('/api/period')).text).as_of
  expect(await asOf(), 'months to come, by all clocks').toBeNull()
  variant.date = new Date(Date.now() + 67 * DAY)
  await proxy.restart()
  expect(await asOf()).toBe('2026-11-01')
  expect((await proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
  await proxy.close()
  await variant.close()
  await service.close()
})
