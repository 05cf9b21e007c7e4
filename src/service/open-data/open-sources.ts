import { DVF_SOURCE } from './dvf-source.ts'
import type { OpenSource } from './open-source.ts'

/** The sources that `squaremetre get` fetches, by name. */
export const OPEN_SOURCES: ReadonlyMap<string, OpenSource> = new Map(
  [DVF_SOURCE].map((source) => [source.name, source]),
)

/**
 * Reads years as 2024, 2022-2025 or 2022,2024; without a text, all that the source can have. Throws on years that it
 * cannot have.
 */
export function yearsOf({ years }: OpenSource, text: string | undefined, today: Date): number[] {
  const { first, last } = years(today)
  if (text === undefined) return range(first, last)
  const found = text.split(',').flatMap((part) => {
    const [, from, to = from] = /^\s*(\d{4})\s*(?:-\s*(\d{4})\s*)?$/.exec(part) ?? []
    if (from === undefined || Number(from) > Number(to)) {
      throw new Error(`years "${text}" should be written like 2024, 2022-2025 or 2022,2024`)
    }
    return range(Number(from), Number(to))
  })
  const odd = found.find((year) => year > last)
  if (odd !== undefined) throw new Error(`year ${odd} is after ${last}, the newest year available`)
  return [...new Set(found)].sort()
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
