import { afterEach, expect, it } from 'vitest'
import { LIST_STYLES } from '../../../contract/service/assumptions.ts'
import { type Cell, parseCell } from '../../../domain/cell.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import type { Admit } from '../../upstream/asking.ts'
import { connectService, type ServiceConnection } from '../../upstream/connection/service-connection.ts'
import { createUpstream } from '../../upstream/upstream.ts'
import { checkListStyle } from './list-check.ts'

let service: StrangeService
let connection: ServiceConnection

afterEach(async () => {
  await connection.close()
  await service.close()
})

const admit: Admit = async () => ({ kind: 'admitted', settle: async () => {}, release: () => {} })

async function check(listStyle: StrangeService['rules']['listStyle'], cell: string, finestResolution = 8) {
  service = await startStrangeService({ listStyle, finestResolution })
  connection = connectService({ baseUrl: service.url, token: service.token })
  const upstream = createUpstream({
    connection,
    clock: () => new Date(),
    elapsed: () => performance.now(),
    stopping: new AbortController().signal,
  })
  const { basePath } = connection
  const verdicts: string[] = []
  for (const style of LIST_STYLES) {
    const question = { basePath, lens: {}, resolution: cell.startsWith('84') ? 4 : 8, style } as const
    const verdict = await checkListStyle(upstream, question, parseCell(cell) as Cell, admit)
    verdicts.push(verdict.kind)
  }
  return verdicts
}

it.each(['8439447ffffffff', '88394460c3fffff'])('tells how lists are read, whatever is bought: %s', async (cell) => {
  expect(await check('both', cell)).toEqual(['read', 'read'])
  expect(service.used).toBe(0)
})

it.each(['8439447ffffffff', '88394460c3fffff'])(
  'buys neither the cell nor another one twice where only the first is read: %s',
  async (cell) => {
    expect(await check('first', cell)).toEqual(['not_read', 'not_read'])
    expect(service.used).toBe(2)
    expect(service.boughtTwice()).toBe(0)
    expect(service.calls.flatMap(({ cells }) => cells)).not.toContain(cell)
  },
)

it('asks for nothing beyond a plan that ends at the coarsest resolution', async () => {
  expect(await check('first', '8439447ffffffff', 4)).toEqual(['not_read', 'not_read'])
  expect(await check('both', '8439447ffffffff', 4)).toEqual(['read', 'read'])
})
