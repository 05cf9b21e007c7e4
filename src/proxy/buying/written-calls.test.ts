import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { lensKey } from '../../domain/lens.ts'
import { parentsAround } from '../../testing/cells.ts'
import { startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import type { OpenCall } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/opening/open-ledger.ts'

const PARENTS = parentsAround(8, 1)
const SCOPE = { lens: lensKey({}), resolution: 8 as const }
const DAY_MS = 86_400_000

it('a call that was written before its process was killed is not repeated', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'written-calls-'))
  const service = await startStrangeService({ cellBudget: 300 })
  const ledger = await openLedger({ dataDir, serviceBaseUrl: service.url, log: pino({ level: 'silent' }) })
  const proxy = await startProxyUnderTest(service, { dataDir })
  try {
    const begun = new Map<string, OpenCall>()
    Object.defineProperty(service.rules, 'delay', {
      get: () => {
        void ledger.openCalls(SCOPE).then((calls) => calls.map((call) => begun.set(call.id, call)))
        // All after the first are refused, so that a tile stays incomplete.
        if (service.calls.some(({ answered }) => answered)) {
          service.rules.meteredFault = { kind: 'code', code: 'invalid_parameter' }
        }
        return 0
      },
    })
    await proxy.buy(PARENTS)
    const [written, ...others] = service.calls.filter(({ answered }) => answered)
    expect(others).toEqual([])
    // As a process leaves it that is killed before it records the end.
    await ledger.keepOpenCall(SCOPE, begun.get(written?.key ?? '') ?? expect.fail(), DAY_MS)
    Object.defineProperty(service.rules, 'delay', { value: 0 })
    service.rules.meteredFault = null
    await proxy.restart()
    await proxy.buy(PARENTS)
    const bought = service.calls.filter(({ answered }) => answered).flatMap(({ cells }) => cells)
    expect([bought.length, new Set(bought).size]).toEqual([343, 343])
    expect(await ledger.openCalls(SCOPE)).toEqual([])
  } finally {
    await proxy.close()
    await ledger.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
