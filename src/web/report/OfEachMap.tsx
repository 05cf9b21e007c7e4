import type { ReactNode } from 'react'
import { useMapHeadings } from '../beside/use-map-words.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'

interface OfEachMapProps<T> {
  /** What `read` returns for the first map. */
  first: T
  /** A hook, read again in the context of the second map. */
  read: () => T | null
  /** Draws the part of a map, under its heading where there are two. */
  children: (of: T, heading: string | null) => ReactNode
}

/** A part of the report once for each map. */
export function OfEachMap<T>({ first, read, children }: OfEachMapProps<T>) {
  const headings = useMapHeadings()
  return (
    <WithSecondMap read={read}>
      {(second) => (
        <>
          {children(first, second && (headings?.[0] ?? null))}
          {second && children(second, headings?.[1] ?? null)}
        </>
      )}
    </WithSecondMap>
  )
}
