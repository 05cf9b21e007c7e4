import { setTimeout as sleep } from 'node:timers/promises'
import { startProxyUnderTest } from '../proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../strange-service/start-strange-service.ts'
import type { FaultCase } from './fault-cases.ts'
import { FAULT_MARKET } from './fault-market.ts'
import type { RequestCase, Seen } from './request-cases.ts'

/** What a browser got while a fault lasted and when it was over, and what that cost. */
export interface FaultResult {
  readonly during: Omit<Seen, 'text'>
  /** True when the same request got the right answer afterwards. */
  readonly isOver: boolean
  /** Metered calls from the first request on. */
  readonly calls: number
  /** What is wrong; empty when nothing is. */
  readonly complaints: readonly string[]
}

// Milliseconds.
const PAUSE = 50
/** How long a request may take: briefly while it hangs, long on a busy machine. */
const LONGEST = { hanging: 2_000, else: 10_000 }
/** Long enough for everything that the proxy keeps after a fault. */
const AFTERWARDS = 12_000

/** Makes a request while its path has a fault, and again once the fault is over. */
export async function tryFault(request: RequestCase, fault: FaultCase): Promise<FaultResult> {
  const service = await startStrangeService(FAULT_MARKET)
  const longest = fault.fault !== 'gone' && fault.fault.kind === 'hang' ? LONGEST.hanging : LONGEST.else
  const limits = { longest, maxAnswer: 1_000_000 }
  const proxy = await startProxyUnderTest(service, {
    connectionLimits: { connect: longest, silence: longest, metered: limits, free: limits },
    circuit: { faults: 5, pause: PAUSE, longestPause: PAUSE },
  })
  try {
    const subject = { service, proxy }
    await request.before?.(subject)
    const before = service.calls.length
    await begin(service, request.path, fault)
    const { text, ...during } = await request.ask(subject)
    await end(service)
    const isOver = during.isRight || (await isRightSoon(() => request.ask(subject)))
    const calls = service.calls.length - before
    const isTold = proxy.said().includes(service.token)
    return { during, isOver, calls, complaints: complaintsOf({ request, fault, during, text, isOver, calls, isTold }) }
  } finally {
    await proxy.close()
    await service.close()
  }
}

async function begin(service: StrangeService, path: string, { fault }: FaultCase): Promise<void> {
  if (fault === 'gone') return service.goDown()
  if (path === '/stats/current') service.rules.meteredFault = fault
  else service.rules.freeFault = (asked) => (asked === path ? fault : null)
}

async function end(service: StrangeService): Promise<void> {
  Object.assign(service.rules, { meteredFault: null, freeFault: () => null })
  if (!service.isListening()) await service.comeBack()
}

async function isRightSoon(ask: () => Promise<Seen>): Promise<boolean> {
  for (let pause = PAUSE; pause < AFTERWARDS; pause *= 2) {
    if ((await ask()).isRight) return true
    await sleep(pause)
  }
  return false
}

function complaintsOf(tried: {
  request: RequestCase
  fault: FaultCase
  during: Omit<Seen, 'text'>
  text: string
  isOver: boolean
  calls: number
  isTold: boolean
}): string[] {
  const { request, fault, during, text, isOver, calls, isTold } = tried
  const isMetered = request.path === '/stats/current'
  const most = request.calls + (isMetered ? fault.attempts : 0)
  const isHtml = during.type.includes('html') || /^\s*</.test(text)
  const complaints: [boolean, string][] = [
    [isHtml, 'a browser got HTML'],
    [isTold, 'the token was told'],
    [during.code !== null && !fault.codes.includes(during.code), `a browser was told ${during.code}`],
    [isMetered && during.isRight, 'the fault did not happen'],
    [!isOver, 'the fault did not end'],
    [calls > most, `${calls} metered calls, expected ${most} at most`],
  ]
  return complaints.flatMap(([isSo, complaint]) => (isSo ? [complaint] : []))
}
