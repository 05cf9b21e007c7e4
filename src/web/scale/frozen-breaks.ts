import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import { editionKey } from '../queries/editions.ts'

const STORAGE_PREFIX = 'squaremetre.breaks/'
const stored = z.array(z.number())

/** Decided class breaks by scale, kept in memory and, for the life of the tab, in session storage. */
const breaksByKey = new Map<string, readonly number[]>()
const listeners = new Set<() => void>()

/** Returns the key of a scale. Panning stays within one scale, so a colour keeps its meaning. */
export function scaleKey(name: EditionName, metric: Metric): string {
  return `${editionKey(name)}/${metric}`
}

/** Returns the breaks decided for a scale; null before that. */
export function frozenBreaks(key: string): readonly number[] | null {
  const known = breaksByKey.get(key)
  if (known) return known
  const restored = restore(key)
  if (restored) breaksByKey.set(key, restored)
  return restored
}

/** Fixes the breaks of a scale. */
export function freezeBreaks(key: string, breaks: readonly number[]): void {
  breaksByKey.set(key, breaks)
  try {
    sessionStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(breaks))
  } catch {
    // Storage is blocked or full: the scale lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Returns the breaks decided for a scale; re-renders once they are. */
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
    // Storage is blocked, or has something else under this key.
    return null
  }
}
