import { createHash } from 'node:crypto'
import { type Bucket, StorageChanged } from '../object-storage/s3-bucket.ts'
import { EMPTY_MANIFEST, type Manifest, parseManifest } from './manifest.ts'

export const MANIFEST_KEY = 'squaremetre.json'

/** A manifest as it was read or written. */
interface Look {
  readonly manifest: Manifest
  /** The version of the manifest; null when there is none. */
  readonly etag: string | null
}

/** The manifest in a bucket, and what of it was seen last. */
export interface StoredManifest {
  /** Reads what is stored now. */
  look(): Promise<Look>
  /** Returns what was read or written last; empty before. */
  last(): Look
  /** Replaces it in one step; throws when another machine has replaced it since `before`. */
  replace(before: Look, manifest: Manifest): Promise<void>
}

export function createStoredManifest(bucket: Bucket): StoredManifest {
  const { name } = bucket
  let known: Look = { manifest: EMPTY_MANIFEST, etag: null }
  const read = async (): Promise<Look> => {
    const found = await bucket.readText(MANIFEST_KEY)
    if (found === null) return { manifest: EMPTY_MANIFEST, etag: null }
    const { text, etag } = found
    // If a server names no versions, the content serves as the version.
    return { manifest: parseManifest(text, `${name}/${MANIFEST_KEY}`), etag: etag ?? digestOf(text) }
  }
  return {
    look: async () => {
      known = await read()
      return known
    },
    last: () => known,
    replace: async (before, manifest) => {
      try {
        // A server that knows no conditions would replace what another machine has published in the meantime.
        if ((await read()).etag !== before.etag) throw new StorageChanged('another version is there')
        const condition = before.etag === null ? { absent: true as const } : { etag: before.etag }
        const text = JSON.stringify(manifest)
        known = { manifest, etag: (await bucket.writeText(MANIFEST_KEY, text, condition)) ?? digestOf(text) }
      } catch (error) {
        if (!(error instanceof StorageChanged)) throw error
        throw new Error(
          `Another machine changed the listings in ${name} in the meantime, so nothing was changed here. Run the command again.`,
          { cause: error },
        )
      }
    },
  }
}

/** SHA-256, in hexadecimal. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
