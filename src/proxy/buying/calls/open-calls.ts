import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { LIST_STYLES } from '../../../contract/service/assumptions.ts'
import { type Cell, parseCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { parseLensKey } from '../../../domain/lens.ts'
import { tileCells } from '../../../domain/tile.ts'
import type { CallScope, OpenCallLedger } from '../../ledger/ledger.ts'
import { RISKS, type Risk } from '../../lessons/call-risk.ts'
import { callSize } from '../../planning/calls/call-size.ts'
import type { Selector } from '../../planning/calls/plan.ts'
import type { Slice } from '../../tiles/slice.ts'
import { CALL_KEY_KEPT } from '../../upstream/connection/call-keys.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'

/**
 * A call that was begun. A process that takes over its tiles repeats it exactly as it was sent. `risk` is null once the
 * refusal that it risked is no longer counted.
 */
export interface BegunCall extends PlannedCall {
  readonly id: string
  readonly risk: Risk | null
}

/**
 * Metered calls that were begun and may have been charged, although nobody has recorded their end: their process was killed
 * or stopped, or they broke off. Another plan for the same tiles would be charged in addition.
 */
export interface OpenCalls {
  /** Call before a call is sent, and before its last admission. Returns it with its id. */
  begin(scope: CallScope, call: PlannedCall, risk: Risk): Promise<BegunCall>
  /** Call when a call broke off that may have been charged, with its risk uncounted. Never rejects. */
  noteBroken(scope: CallScope, call: BegunCall): Promise<void>
  /** Call once a call's answer is written, or it is known that nothing was charged. */
  end(scope: CallScope, id: string): Promise<void>
  /** Returns the open calls that bring anything of these tiles, the oldest first as far as that is known. */
  about(name: EditionName, parents: readonly Cell[]): Promise<BegunCall[]>
}

const cell = z.string().transform((raw, context): Cell => {
  const parsed = parseCell(raw)
  if (parsed !== null) return parsed
  context.addIssue(`expected an H3 cell, found '${raw}'`)
  return z.NEVER
})

const body = z.object({
  purpose: z.enum(['tiles', 'rates']),
  risk: z.enum(RISKS).nullable(),
  style: z.enum(LIST_STYLES),
  selector: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cells'), cells: z.array(cell) }),
    z.object({ kind: z.literal('circle'), lat: z.number(), lng: z.number(), radius_km: z.number() }),
    z.object({ kind: z.literal('place'), geo_id: z.string(), size: z.int() }),
  ]),
  slices: z.array(z.object({ parent: cell, first: z.int(), count: z.int() })),
})

/**
 * Keeps open calls for as long as services remember the keys of calls. Calls for another purpose are not repeated: other
 * leases guard them, so their process may still be alive.
 */
export function createOpenCalls(deps: {
  ledger: OpenCallLedger
  basePath: string
  log: Logger
  purpose: 'tiles' | 'rates'
}): OpenCalls {
  const { ledger, log, purpose } = deps
  const keep = (scope: CallScope, { id, risk, selector, slices, question }: BegunCall) => {
    const kept = slices.map(({ parent, first, cells }) => ({ parent, first, count: cells.length }))
    const { style } = question
    const written: z.input<typeof body> = { purpose, risk, style, selector: writable(selector), slices: kept }
    return ledger.keepOpenCall(scope, { id, body: JSON.stringify(written) }, CALL_KEY_KEPT)
  }
  return {
    begin: async (scope, call, risk) => {
      const begun = { ...call, id: randomUUID(), risk }
      await keep(scope, begun)
      return begun
    },
    noteBroken: async (scope, call) => {
      try {
        await keep(scope, { ...call, risk: null })
      } catch (err) {
        // It is then repeated with its original risk.
        log.warn({ err }, 'a call that broke off could not be recorded')
      }
    },
    end: (scope, id) => ledger.dropOpenCall(scope, id),
    about: async (name, parents) => {
      if (parents.length === 0) return []
      const wanted = new Set(parents)
      const kept = (await ledger.openCalls(name)).flatMap((call) => {
        const read = body.safeParse(JSON.parse(call.body))
        if (read.success) return [{ id: call.id, ...read.data }]
        // A proxy of another version wrote it; a proxy that understands it repeats it.
        log.warn({ err: read.error, call: call.id }, 'a begun call cannot be read')
        return []
      })
      const own = kept.filter((call) => call.purpose === purpose)
      const open = own.map((call) => readCall(call, name, deps.basePath))
      return open.filter((call) => parentsOf(call).some((parent) => wanted.has(parent)))
    },
  }
}

function writable(selector: Selector): z.input<typeof body>['selector'] {
  return selector.kind === 'cells' ? { ...selector, cells: [...selector.cells] } : { ...selector }
}

function readCall(
  { id, risk, style, selector, slices: kept }: { id: string } & z.output<typeof body>,
  { lens, resolution, currency }: CallScope,
  basePath: string,
): BegunCall {
  const question = { basePath, lens: parseLensKey(lens) ?? {}, resolution, style, currency }
  const slices: Slice[] = kept.map(({ parent, first, count }) => ({
    ...{ parent, first },
    cells: tileCells(parent).slice(first, first + count),
  }))
  const call = { selector, slices }
  return { ...call, id, risk, question, size: callSize(call, question), isProven: true }
}
