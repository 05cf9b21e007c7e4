import pLimit from 'p-limit'
import { FAULT_CASES } from '../../src/testing/fault-table/fault-cases.ts'
import { REQUEST_CASES, type RequestCase } from '../../src/testing/fault-table/request-cases.ts'
import { type FaultResult, tryFault } from '../../src/testing/fault-table/try-fault.ts'
import { printTable } from './table.ts'

const AT_ONCE = 4

/** Prints what every request gets under every fault of a path that it needs; returns true when all is as it must be. */
export async function printFaultTable(): Promise<boolean> {
  const limit = pLimit(AT_ONCE)
  const rows = await Promise.all(
    REQUEST_CASES.map((request) =>
      Promise.all(FAULT_CASES.map((fault) => limit(() => tryFault(request, fault)))).then((results) => ({
        request,
        results,
      })),
    ),
  )
  printTable(['request', 'path with a fault', 'a browser gets', 'then', 'calls', 'faults'], rows.flatMap(linesOf))
  return rows.every(({ results }) => results.every(({ complaints }) => complaints.length === 0))
}

/** One line for all faults that come to the same. */
function linesOf({ request: { name, path }, results }: { request: RequestCase; results: FaultResult[] }): string[][] {
  const faults = new Map<string, string[]>()
  for (const [at, { name: fault }] of FAULT_CASES.entries()) {
    const result = results[at]
    if (result === undefined) continue
    const line = JSON.stringify(cellsOf(result))
    faults.set(line, [...(faults.get(line) ?? []), fault])
  }
  return [...faults].map(([line, names]) => [name, path, ...JSON.parse(line), names.join(', ')])
}

/** What a browser got during the fault and afterwards, and the metered calls of both. */
function cellsOf({ during, isOver, calls, complaints }: FaultResult): string[] {
  const got = during.isRight ? 'the right answer' : `${during.status} ${during.code ?? 'unknown'}`
  const then = complaints.length > 0 ? `WRONG: ${complaints.join(', ')}` : isOver ? 'the right answer' : 'nothing'
  return [got, then, String(calls)]
}
