import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { makeFolder } from '../../server/storage/make-folder.ts'
import type { Bucket } from '../object-storage/s3-bucket.ts'
import type { FileChanges } from '../storage/change-files.ts'
import { temporaryName } from '../storage/leftovers.ts'
import type { SharedFiles } from '../storage/shared-files.ts'
import { describeListings } from './describe-listings.ts'
import { readFetched, sharedPaths, writeFetched } from './fetched-state.ts'
import { announceObjects, changeManifest, type Manifest, objectKey, type StoredFile } from './manifest.ts'
import { createStoredManifest, MANIFEST_KEY } from './stored-manifest.ts'

/** A file of listings in object storage. */
export type StoredListings = NonNullable<StoredFile['listings']> & {
  /** Its name in `listings`. */
  readonly name: string
  /** SHA-256, in hexadecimal. */
  readonly digest: string
  /** Its web address, without keys. */
  readonly url: string
}

/** Imported listings and the records of imports in object storage; DATA_DIR has copies. */
export interface SharedListings extends SharedFiles {
  /** Such as s3://bucket/prefix. */
  readonly name: string
  /** Reads what is stored now; returns a text that changes with it. */
  look(): Promise<string>
  /** Brings only the records of imports up to date, and removes copies of objects that are gone. */
  fetchRecords(): Promise<void>
  /** The files of listings, as of the last look. */
  listings(): readonly StoredListings[]
  close(): Promise<void>
}

/** A build or a fetch that began before an object was dropped may go on for this long, in ms. */
const KEPT_MS = 86_400_000

/**
 * Shares files of DATA_DIR/service by a bucket. A manifest, replaced in one step, names the objects that count, so an
 * upload that breaks off stays invisible.
 */
export function openSharedListings(
  bucket: Bucket,
  { dataDir, now }: { dataDir: string; now: () => Date },
): SharedListings {
  const service = join(dataDir, 'service')
  const { name } = bucket
  const stored = createStoredManifest(bucket)

  const fetchFiles = async (isWanted: (path: string) => boolean) => {
    const { manifest, etag } = await stored.look()
    const fetched = readFetched(service, name)
    if (etag === null) {
      if (fetched !== null && fetched.size > 0) throw new Error(manifestMissing(name, service))
      return publishAll()
    }
    const held = fetched ?? new Map<string, string>()
    await refuseForeign(manifest, held)
    for (const path of sharedPaths(service)) {
      if (path in manifest.files) continue
      rmSync(join(service, path))
      held.delete(path)
    }
    for (const [path, file] of Object.entries(manifest.files)) {
      if (!isWanted(path)) continue
      if (!(await isCurrent(join(service, path), held.get(path), file))) await download(path, file, held)
      held.set(path, file.digest)
    }
    writeFetched(service, name, held)
  }

  /** Throws on local files that were never published: they would be lost, or count on this machine only. */
  const refuseForeign = async ({ files }: Manifest, held: ReadonlyMap<string, string>) => {
    const foreign: string[] = []
    for (const path of sharedPaths(service)) {
      const file = files[path]
      const isKnown = held.has(path) || (file && (await isCurrent(join(service, path), undefined, file)))
      if (!isKnown) foreign.push(path)
    }
    if (foreign.length === 0) return
    throw new Error(
      `Expected only files of ${name} in ${service}, found ${foreign.length} others, such as ${foreign[0]}; nothing was changed. Set another DATA_DIR, and import there what these were imported from.`,
    )
  }

  const download = async (path: string, { object, digest, bytes }: StoredFile, held: Map<string, string>) => {
    const file = join(service, path)
    makeFolder(dirname(file))
    const draft = temporaryName(file)
    try {
      const found = await bucket.download(object, draft)
      if (found !== digest) {
        const { size } = statSync(draft)
        throw new Error(
          `Expected ${bytes} bytes with digest ${digest} in ${name}/${object}, found ${size} with ${found}; the file here stays as it was.`,
        )
      }
      // Noted first: a fetched file may be removed once its object is gone.
      held.set(path, '')
      writeFetched(service, name, held)
      renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
  }

  const publishAll = async () => {
    const paths = sharedPaths(service)
    const demo = paths.find((path) => path === 'listings/demo.parquet')
    if (demo !== undefined) {
      throw new Error(
        `Expected imported listings in ${service}, found those of the demonstration market, which are not put into ${name}. Set another DATA_DIR.`,
      )
    }
    if (paths.length === 0) return
    await publish({ put: paths.map((path) => ({ from: path, to: path })), drop: [] })
    settle()
  }

  const publish = async ({ put, drop }: FileChanges) => {
    const shared = put.filter(({ to }) => isShared(to))
    const files = await describeAll(service, shared, now())
    await announce(files)
    const before = stored.last()
    const present = new Set(Object.values(before.manifest.files).map(({ object }) => object))
    for (const { from, to } of shared) {
      const file = files[to]
      if (file && !present.has(file.object)) await bucket.upload(file.object, join(service, from), file.digest)
    }
    const manifest = changeManifest(before.manifest, {
      put: files,
      drop,
      at: now(),
      forgotten: await removeOld(before.manifest, files),
    })
    noteBegun(Object.keys(files))
    await stored.replace(before, manifest)
  }

  /**
   * Lists the objects that are about to be uploaded as dropped, so that the remains of an upload that breaks off are
   * removed after a day. Not in an empty bucket, where a manifest would say that nothing counts.
   */
  const announce = async (files: Readonly<Record<string, StoredFile>>) => {
    const before = stored.last()
    if (before.etag === null) return
    const manifest = announceObjects(before.manifest, files, now())
    if (manifest !== before.manifest) await stored.replace(before, manifest)
  }

  /** Removes the objects that have not been needed for a day; returns their keys. */
  const removeOld = async ({ dropped }: Manifest, files: Readonly<Record<string, StoredFile>>) => {
    const used = new Set(Object.values(files).map(({ object }) => object))
    const old = dropped.filter(({ object, at }) => !used.has(object) && now().getTime() - Date.parse(at) > KEPT_MS)
    for (const { object } of old) await bucket.remove(object)
    return new Set(old.map(({ object }) => object))
  }

  /** From here on, these files may be here without counting, or count without being here. */
  const noteBegun = (paths: readonly string[]) => {
    const held = readFetched(service, name) ?? new Map<string, string>()
    for (const path of paths) held.set(path, '')
    writeFetched(service, name, held)
  }

  const settle = () => {
    const { files } = stored.last().manifest
    const here = sharedPaths(service).flatMap((path) => {
      const file = files[path]
      return file ? [[path, file.digest] as const] : []
    })
    writeFetched(service, name, new Map(here))
  }

  return {
    name,
    look: async () => (await stored.look()).etag ?? '',
    fetch: () => fetchFiles(() => true),
    fetchRecords: () => fetchFiles((path) => path.endsWith('.json')),
    publish,
    settle,
    listings: () =>
      Object.entries(stored.last().manifest.files).flatMap(([path, { object, digest, listings }]) =>
        listings ? [{ ...listings, name: basename(path), digest, url: bucket.urlOf(object) }] : [],
      ),
    close: () => bucket.close(),
  }
}

function isShared(path: string): boolean {
  return /^(listings|imports)\//.test(path)
}

const record = z.object({ listings: z.string().nullable(), imported_at: z.string() })

async function describeAll(service: string, put: FileChanges['put'], now: Date): Promise<Record<string, StoredFile>> {
  const listings = put.filter(({ to }) => to.startsWith('listings/'))
  const described = await describeListings(
    listings.map(({ from }) => join(service, from)),
    join(service, temporaryName('describe-spill')),
  )
  const details = new Map(listings.map(({ to }, i) => [to, described[i]]))
  const times = new Map<string, string>(
    put.flatMap(({ from, to }) => {
      if (!to.endsWith('.json')) return []
      const { listings, imported_at } = record.parse(JSON.parse(readFileSync(join(service, from), 'utf8')))
      return listings === null ? [] : [[`listings/${listings}`, imported_at] as const]
    }),
  )
  const files: Record<string, StoredFile> = {}
  for (const { from, to } of put) {
    const path = join(service, from)
    const digest = await digestOf(path)
    const of = details.get(to)
    files[to] = {
      object: objectKey(to, digest),
      digest,
      bytes: statSync(path).size,
      ...(of && { listings: { ...of, imported_at: times.get(to) ?? now.toISOString() } }),
    }
  }
  return files
}

/** Whether a local file has the stored content; the file is read only if that is unknown. */
async function isCurrent(path: string, known: string | undefined, { digest, bytes }: StoredFile): Promise<boolean> {
  if (!existsSync(path) || statSync(path).size !== bytes) return false
  return known === digest || (await digestOf(path)) === digest
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function manifestMissing(name: string, service: string): string {
  return (
    `Expected ${MANIFEST_KEY} in ${name}, where the files of ${service} came from, found none; nothing was changed. ` +
    `Restore it, or remove ${join(service, 'stored-listings.json')} to put the files that are here into ${name} again.`
  )
}
