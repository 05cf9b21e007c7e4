import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { STATEMENTS } from './build-statements.ts'

/**
 * Brings a server's listings up to date with the files: sends those that it lacks, and drops those that are gone or have
 * another content. A file counts once all of its rows are there.
 */
export async function sendListings(
  server: ClickhouseServer,
  files: readonly string[],
  onSend: (file: string) => void,
): Promise<void> {
  const wanted = new Map<string, { path: string; digest: string }>()
  for (const path of files) wanted.set(basename(path), { path, digest: await digestOf(path) })
  const sent = new Map<string, string>()
  for (const { file, digest } of await server.rows<{ file: string; digest: string }>(STATEMENTS.listingFiles)) {
    if (wanted.get(file)?.digest === digest) sent.set(file, digest)
    else await dropListings(server, file)
  }
  for (const [file, { path, digest }] of wanted) {
    if (sent.has(file)) continue
    onSend(path)
    // What a killed build sent.
    await dropListings(server, file)
    await server.insert(STATEMENTS.addListings, createReadStream(path), { file })
    const [counted] = await server.rows<{ listings: string }>(STATEMENTS.countListings, { file })
    await server.run(STATEMENTS.noteListings, { file, digest, listings: counted?.listings ?? '0' })
  }
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
