import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import { editionKey } from '../queries/editions.ts'

const STORAGE_PREFIX = 'squaremetre.breaks/'
const stored = z.array(z.number())

/** Class breaks once decided, by edition and metric, kept in memory and for the browser tab's life. */
const breaksByKey = new Map<string, readonly number[]>()
const listeners = new Set<() => void>()

/** What a scale belongs to: panning stays within one, so it never changes what a colour means. */
export function scaleKey(name: EditionName, metric: Metric): string {
  return `${editionKey(name)}/${metric}`
}

/** The breaks decided for a scale; null while none are. */
export function frozenBreaks(key: string): readonly number[] | null {
  const known = breaksByKey.get(key)
  if (known) return known
  const restored = restore(key)
  if (restored) breaksByKey.set(key, restored)
  return restored
}

/** Decides the breaks of a scale. */
export function freezeBreaks(key: string, breaks: readonly number[]): void {
  breaksByKey.set(key, breaks)
  try {
    sessionStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(breaks))
  } catch {
    // Storage is refused or full: the scale then lasts as long as the page, which is enough for it to mean one thing.
  }
  for (const listener of listeners) listener()
}

/** The breaks decided for a scale; renders again when they are. */
export function useFrozenBreaks(key: string | null): readonly number[] | null {
  return useSyncExternalStore(subscribe, () => (key === null ? null : frozenBreaks(key)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function restore(key: string): readonly number[] | null {
  try {
    const text = sessionStorage.getItem(STORAGE_PREFIX + key)
    const read = text === null ? null : stored.safeParse(JSON.parse(text))
    return read?.success ? read.data : null
  } catch {
    // Storage is refused, or holds something else under this name.
    return null
  }
}
