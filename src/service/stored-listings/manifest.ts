import { z } from 'zod'

const listingDay = z.object({
  day: z.string(),
  listings: z.int(),
  digest: z.string(),
  // Manifests of earlier versions lack it.
  countries: z.array(z.string()).default([]),
})

/** A file of DATA_DIR/service as it is in object storage. */
const storedFile = z.object({
  /** The key of its object, below the prefix. Objects never change: another content has another key. */
  object: z.string(),
  /** SHA-256, in hexadecimal. */
  digest: z.string(),
  bytes: z.int(),
  /** What a build and /coverage need to know about a file of listings without reading it. */
  listings: z
    .object({
      days: z.array(listingDay),
      markets: z.array(z.object({ country: z.string(), sources: z.array(z.string()) })),
      /** ISO 8601 UTC. */
      imported_at: z.string(),
    })
    .optional(),
})
export type StoredFile = z.infer<typeof storedFile>

const manifest = z.object({
  version: z.literal(1),
  /** By path in DATA_DIR/service. */
  files: z.record(z.string().regex(/^(listings|imports)\/[A-Za-z0-9][A-Za-z0-9._-]*$/), storedFile),
  /** Objects that no file needs any more, and since when: readers of an earlier manifest may still read them. */
  dropped: z.array(z.object({ object: z.string(), at: z.string() })),
})

/** The contents of object storage; the files that it names are complete. */
export type Manifest = z.infer<typeof manifest>

export const EMPTY_MANIFEST: Manifest = { version: 1, files: {}, dropped: [] }

/** Throws when the text is not a manifest; `where` is for people. */
export function parseManifest(text: string, where: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text))
  } catch (error) {
    const found = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error)
    throw new Error(`Expected the list of stored listings in ${where}, found something else: ${found}`, {
      cause: error,
    })
  }
}

/** The key of a file's object: its path, and the beginning of its digest. */
export function objectKey(path: string, digest: string): string {
  const dot = path.lastIndexOf('.')
  return `${path.slice(0, dot)}.${digest.slice(0, 16)}${path.slice(dot)}`
}

/** The manifest with the objects of files that are about to be uploaded among the dropped ones; the same if there are none. */
export function announceObjects(manifest: Manifest, put: Readonly<Record<string, StoredFile>>, at: Date): Manifest {
  const present = new Set(Object.values(manifest.files).map(({ object }) => object))
  const coming = new Set(Object.values(put).flatMap(({ object }) => (present.has(object) ? [] : [object])))
  if (coming.size === 0) return manifest
  const announced = [...coming].map((object) => ({ object, at: at.toISOString() }))
  return { ...manifest, dropped: [...manifest.dropped.filter(({ object }) => !coming.has(object)), ...announced] }
}

/**
 * The manifest after some files were put and others dropped, at an instant; objects that were dropped before `forgetBefore`
 * are left out, because they have been removed.
 */
export function changeManifest(
  { files, dropped }: Manifest,
  {
    put,
    drop,
    at,
    forgotten,
  }: {
    put: Readonly<Record<string, StoredFile>>
    drop: readonly string[]
    at: Date
    /** Dropped objects that are removed. */
    forgotten: ReadonlySet<string>
  },
): Manifest {
  const gone = new Set(drop)
  const next = { ...Object.fromEntries(Object.entries(files).filter(([path]) => !gone.has(path))), ...put }
  const used = new Set(Object.values(next).map(({ object }) => object))
  const replaced = Object.values(files).flatMap(({ object }) => (used.has(object) ? [] : [object]))
  return {
    version: 1,
    files: next,
    dropped: [
      ...dropped.filter(({ object }) => !used.has(object) && !forgotten.has(object)),
      ...replaced.map((object) => ({ object, at: at.toISOString() })),
    ],
  }
}
