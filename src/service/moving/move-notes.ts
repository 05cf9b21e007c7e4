import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { AsOf } from '../../domain/period.ts'
import { temporaryName } from '../storage/leftovers.ts'

const shape = z.object({
  to: z.string(),
  /** By label. */
  verified: z.record(z.string(), z.object({ revision: z.string(), figures: z.int() })),
})

/** Which revisions were compared with those of another store, row by row. */
export interface MoveNotes {
  /** The number of figures of a revision that was verified; null when it was not. */
  figuresOf(label: AsOf, revision: string): number | null
  note(label: AsOf, revision: string, figures: number): void
}

/** Reads the notes of a move to a store; there are none of another one, and none in a damaged file. */
export function openMoveNotes(file: string, to: string): MoveNotes {
  const held = existsSync(file) ? readNotes(file) : null
  const verified = new Map(held?.to === to ? Object.entries(held.verified) : [])
  return {
    figuresOf(label, revision) {
      const found = verified.get(label)
      return found?.revision === revision ? found.figures : null
    },
    note(label, revision, figures) {
      verified.set(label, { revision, figures })
      const draft = temporaryName(file)
      writeFileSync(draft, JSON.stringify({ to, verified: Object.fromEntries(verified) }))
      renameSync(draft, file)
    },
  }
}

function readNotes(file: string): z.infer<typeof shape> | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // Whatever it noted is compared again.
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}
