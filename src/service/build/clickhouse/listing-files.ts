import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { shareParameters, withShare } from '../../clickhouse/shards.ts'
import type { ListingDay } from '../build-store.ts'
import { STATEMENTS } from './build-statements.ts'
import { type Cutter, inPieces } from './listing-pieces.ts'

/** A file of listings in object storage, which the server reads there. */
export interface ListingsInPlace {
  /** The name that the file would have in DATA_DIR. */
  readonly name: string
  /** SHA-256, in hexadecimal. */
  readonly digest: string
  readonly days: readonly ListingDay[]
  readonly url: string
}

/** The keys with which a server reads object storage. */
export interface StorageKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

/** Listings in object storage. */
export interface StoredSource {
  listings(): readonly ListingsInPlace[]
  readonly keys: StorageKeys
}

/** A file to build from: sent by this machine, or read by the server. */
export type ListingSource = { readonly digest: string } & (
  | { readonly path: string }
  | { readonly url: string; readonly keys: StorageKeys }
)

/** The files to build from by name: those in DATA_DIR, and those in object storage. */
export async function listingSources(
  paths: readonly string[],
  stored: StoredSource | null,
): Promise<ReadonlyMap<string, ListingSource>> {
  const sources = new Map<string, ListingSource>()
  for (const path of paths) sources.set(basename(path), { path, digest: await digestOf(path) })
  if (stored === null) return sources
  const { keys } = stored
  for (const { name, digest, url } of stored.listings()) {
    sources.set(name, { digest, url, keys })
  }
  return sources
}

/**
 * Brings the listings of servers, one of each shard, up to date with the files: adds those that they lack, and drops
 * those that are gone or have another content. A file counts on a server once all of its rows on the ground of the
 * server's shard, and beside it, are there.
 */
export async function addListings(
  servers: readonly ClickhouseServer[],
  wanted: ReadonlyMap<string, ListingSource>,
  { cutter, onAdd }: { cutter: Cutter; onAdd: (file: string, server: ClickhouseServer) => void },
): Promise<void> {
  const missing = new Map(
    await Promise.all(servers.map(async (server) => [server, await dropOthers(server, wanted)] as const)),
  )
  for (const [file, source] of wanted) {
    const lacking = servers.filter((server) => missing.get(server)?.has(file))
    if (lacking.length === 0) continue
    for (const server of lacking) {
      onAdd(file, server)
      // What a killed build added.
      await dropListings(server, file)
    }
    const onAll = (add: (server: ClickhouseServer) => Promise<void>) => Promise.all(lacking.map(add))
    if ('path' in source) {
      await inPieces(source.path, cutter, async (piece) => void (await onAll((server) => send(server, file, piece))))
    } else await onAll((server) => readThere(server, file, source.url, source.keys))
    await onAll((server) => noteListings(server, file, source))
  }
}

/** Drops the files that are not wanted from a server, and returns those that it lacks. */
async function dropOthers(
  server: ClickhouseServer,
  wanted: ReadonlyMap<string, ListingSource>,
): Promise<ReadonlySet<string>> {
  const missing = new Set(wanted.keys())
  for (const { file, digest } of await server.rows<{ file: string; digest: string }>(STATEMENTS.listingFiles)) {
    if (shareDigest(wanted.get(file), server) === digest) missing.delete(file)
    else await dropListings(server, file)
  }
  return missing
}

async function send(server: ClickhouseServer, file: string, path: string): Promise<void> {
  const sql = ofShare(STATEMENTS.addListings, server)
  await server.insert(sql, createReadStream(path), { file, ...shareParameters(server.shard) })
}

async function noteListings(server: ClickhouseServer, file: string, source: ListingSource): Promise<void> {
  const [counted] = await server.rows<{ listings: string }>(STATEMENTS.countListings, { file })
  await server.run(STATEMENTS.noteListings, {
    ...{ file, digest: shareDigest(source, server), listings: counted?.listings ?? '0' },
  })
}

/** The digest of the rows of a file that belong to a server's shard. */
function shareDigest(source: ListingSource | undefined, { shard }: ClickhouseServer): string | undefined {
  return shard.of === 1 ? source?.digest : source && `${source.digest} ${shard.number}/${shard.of}`
}

function ofShare(sql: string, { shard }: ClickhouseServer): string {
  return withShare(sql, shard, 'ownListings')
}

/** Lets the server read a file from object storage, without writing the keys into a log or an error. */
async function readThere(
  server: ClickhouseServer,
  file: string,
  url: string,
  { accessKeyId, secretAccessKey, sessionToken }: StorageKeys,
): Promise<void> {
  const secrets = [secretAccessKey, ...(sessionToken === null ? [] : [sessionToken])]
  try {
    const sql = sessionToken === null ? STATEMENTS.readListings : STATEMENTS.readListingsByToken
    await server.runWithSecrets(ofShare(sql, server), {
      ...shareParameters(server.shard),
      ...{ file, url, accessKeyId, secretAccessKey },
      ...(sessionToken !== null && { sessionToken }),
    })
  } catch (error) {
    throw new Error(`${server.name} could not read ${url}: ${withoutSecrets(reasonOf(error), secrets)}`)
  }
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function dropListings(server: ClickhouseServer, file: string): Promise<void> {
  await server.run(STATEMENTS.forgetListingFile, { file })
  await server.run(STATEMENTS.dropListings, { file })
}

/** A file can be replaced by one with the same name. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
