import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFile } from './fetch-file.ts'
import type { OpenSource, RemoteFile } from './open-source.ts'

export interface SourceOptions {
  dataDir: string
  areas: readonly string[]
  years: readonly number[]
  /** Another server with the same paths; by default the publisher's. */
  address?: string | undefined
  pause?: ((ms: number) => Promise<unknown>) | undefined
  onProgress?: ((text: string) => void) | undefined
}

/** The outcome: paths of the files that are there now, and the titles of those that are not published. */
export interface FetchedSource {
  readonly files: readonly string[]
  readonly fetched: number
  readonly missing: readonly string[]
}

const MB = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Fetches the files of a source one by one into DATA_DIR/downloads; those that have not changed are kept. */
export async function fetchSource(source: OpenSource, options: SourceOptions): Promise<FetchedSource> {
  const { dataDir, areas, years, address = source.address, pause = sleep, onProgress } = options
  const wanted = source.files(areas, years)
  const files: string[] = []
  const missing: string[] = []
  let fetched = 0
  for (const [i, file] of wanted.entries()) {
    const target = join(dataDir, 'downloads', source.name, file.name)
    const about = `${file.title} (${i + 1} of ${wanted.length})`
    const outcome = await fetchFile(urlOf(address, file), {
      target,
      begins: source.begins,
      pause,
      onPause: (reason, ms) => onProgress?.(`${about}: ${reason}; trying again in ${Math.ceil(ms / 1000)} s`),
      onProgress: onProgress && throttled((received, total) => onProgress(`${about}: ${describe(received, total)}`)),
    })
    if (outcome === 'missing') missing.push(file.title)
    else files.push(target)
    if (outcome === 'fetched') fetched++
  }
  if (files.length === 0) {
    throw new Error(`expected files of ${source.name} at ${address}, found none for ${missing.join(', ')}`)
  }
  return { files, fetched, missing }
}

function urlOf(address: string, { path }: RemoteFile): string {
  return new URL(path, address.endsWith('/') ? address : `${address}/`).href
}

function describe(received: number, total: number | null): string {
  const parts = [`${MB.format(received / 1e6)} MB`, total === null ? '' : ` of ${MB.format(total / 1e6)} MB`]
  return parts.join('')
}

/** Calls for the first bytes, then for each further tenth of the file or megabyte, and for the last bytes. */
function throttled(show: (received: number, total: number | null) => void) {
  let next = 0
  return (received: number, total: number | null) => {
    if (received < next && received !== total) return
    next = received + (total === null ? 1e6 : total / 10)
    show(received, total)
  }
}
