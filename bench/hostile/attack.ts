import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../shared/program.ts'
import { exchange, requestText } from '../shared/raw-client.ts'

/** What an attack found out. */
export interface Verdict {
  /** What was seen, in a few words. */
  readonly seen: string
  readonly isKept: boolean
}

/** One kind of attack on a server, with the bound that must hold. */
export interface Attack {
  readonly name: string
  readonly bound: string
  /** Sends it from a loopback address of its own. */
  run(from: string): Promise<Verdict>
}

/** An attack's verdict, and what others noticed of it. */
export interface Outcome extends Verdict {
  /** The longest that somebody else waited for `/healthz`, in ms, without the server's waits for a processor and our own. */
  readonly waitMs: number
  /** The memory that is in use afterwards and was not before, in MB. */
  readonly grownMb: number
}

/** Longest that anybody else may wait, and most memory that an attack may leave behind. */
export const MOST = { waitMs: 2_000, grownMb: 96 } as const
/** Somebody else. */
const BYSTANDER = '127.0.9.9'
const LOOK_MS = 50
/** A response that takes longer never comes. */
const LONGEST_MS = 60_000

/** Runs an attack while somebody else looks whether the server still responds. */
export async function endure(server: Server, attack: Attack, from: string): Promise<Outcome> {
  const before = await server.ask('bytes')
  const over = new AbortController()
  const watching = longestWait(server, over.signal)
  const verdict = await attack.run(from)
  over.abort()
  const waitMs = await watching
  const grownMb = Math.max(0, (await server.ask('bytes')) - before) / 2 ** 20
  const isKept = verdict.isKept && waitMs <= MOST.waitMs && grownMb <= MOST.grownMb
  return { ...verdict, isKept, waitMs, grownMb }
}

async function longestWait({ url, pid }: Server, over: AbortSignal): Promise<number> {
  const { origin } = new URL(url)
  let longest = 0
  do {
    const began = performance.now()
    const before = starvedMs(pid) + starvedMs(process.pid)
    const bytes = requestText('GET', '/healthz', { close: true })
    const answer = await exchange({ origin, from: BYSTANDER }, bytes, LONGEST_MS)
    const starved = starvedMs(pid) + starvedMs(process.pid) - before
    const waited = answer.startsWith('HTTP/1.1 200') ? performance.now() - began : Number.POSITIVE_INFINITY
    longest = Math.max(longest, waited - starved)
    await sleep(LOOK_MS)
  } while (!over.aborted)
  return longest
}

/**
 * Returns how long other programs have kept a process's main thread from a processor, in ms; 0 where the system does
 * not say.
 */
function starvedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Counts values: `200 × 3, 429 × 7`. */
export function countText(values: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => `${value} × ${count}`).join(', ') || 'nothing'
}
