import { createReadStream, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Agent, type Dispatcher, interceptors, request as send } from 'undici'
import { z } from 'zod'
import { readRetryAfter } from '../../server/http/retry-after.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'

/** Attempts at one file, and the pause before the second, which doubles before each further one, in ms. */
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 1_000
/** A server that sends nothing for this long has stopped, in ms. */
const SILENCE_MS = 60_000
const LARGEST_FILE = 2_000_000_000
const MOST_REDIRECTIONS = 5
/** If a server asks for a longer pause than this, in ms, the command ends. */
const LONGEST_PAUSE_MS = 10 * 60_000
/** How every gzip file begins. */
const GZIP = Buffer.from([0x1f, 0x8b])

export interface FetchOptions {
  /** Where the file is kept; what has arrived of it is beside it, in `.part`. */
  readonly target: string
  /** The first text of the unpacked file, to tell it from a page about an error. */
  readonly begins: string
  pause(ms: number): Promise<unknown>
  /** Called before each pause, with the reason for it and its length. */
  onPause?: ((reason: string, ms: number) => void) | undefined
  onProgress?: ((received: number, total: number | null) => void) | undefined
}

/** `held`: the kept file is still the current one. `missing`: the server has no such file. */
export type Fetched = 'fetched' | 'held' | 'missing'

/** What identifies the version of a file that has arrived, in whole or in part. */
const versionFile = z.object({ etag: z.string().nullable(), last_modified: z.string().nullable() })
type Version = z.infer<typeof versionFile>

/** A fault that may pass by itself, such as a broken connection. */
class PassingFault extends Error {
  /** How long the server asked to wait; null when it did not say. */
  readonly pauseMs: number | null

  constructor(message: string, { pauseMs = null, ...options }: ErrorOptions & { pauseMs?: number | null } = {}) {
    super(message, options)
    this.pauseMs = pauseMs
  }
}

/**
 * Fetches a gzipped file and checks that it is whole. What has arrived of it survives a broken connection and a killed
 * process, and the rest is requested where the server can continue the same version. Throws after five attempts.
 */
export async function fetchFile(url: string, options: FetchOptions): Promise<Fetched> {
  makeFolder(dirname(options.target))
  const agent = new Agent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS })
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS }))
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptFile(url, options, dispatcher)
      } catch (error) {
        if (!(error instanceof PassingFault)) throw error
        if (attempt === ATTEMPTS) throw new Error(`${url}: ${error.message}, ${ATTEMPTS} times`, { cause: error })
        const pauseMs = Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), error.pauseMs ?? 0)
        if (pauseMs > LONGEST_PAUSE_MS) {
          const minutes = Math.ceil(pauseMs / 60_000)
          throw new Error(`${url}: ${error.message} and asks to wait ${minutes} minutes; run the command again then`)
        }
        options.onPause?.(error.message, pauseMs)
        await options.pause(pauseMs)
      }
    }
  } finally {
    await agent.close()
  }
}

async function attemptFile(url: string, options: FetchOptions, dispatcher: Dispatcher): Promise<Fetched> {
  const { target } = options
  const part = `${target}.part`
  const held = existsSync(target) ? readVersion(target) : null
  const begun = existsSync(part) ? readVersion(part) : null
  const received = begun && validatorOf(begun) !== null ? statSync(part).size : 0
  const response = await request(url, dispatcher, requestHeaders(held, begun, received))
  const { statusCode } = response
  try {
    switch (statusCode) {
      case 304:
        return 'held'
      case 404:
      case 410:
        return 'missing'
      case 416:
        // The part is as long as the file, or longer, so it cannot be resumed.
        rmSync(part, { force: true })
        throw new PassingFault('the server has no more of the file than has arrived')
      case 200:
        await receive(response, options, 0)
        break
      case 206:
        if (!continues(response, received)) {
          rmSync(part, { force: true })
          throw new PassingFault(`the server continued at ${headerOf(response, 'content-range')}, not at ${received}`)
        }
        await receive(response, options, received)
        break
      default:
        if (statusCode >= 500 || statusCode === 429)
          throw new PassingFault(`the server responded with ${statusCode}`, { pauseMs: askedPauseMs(response) })
        throw new Error(`${url}: expected the file, found status ${statusCode}`)
    }
  } finally {
    // The unread rest is not wanted.
    response.body.on('error', () => {}).destroy()
  }
  await checkWhole(part, options.begins)
  renameSync(`${part}.json`, `${target}.json`)
  renameSync(part, target)
  return 'fetched'
}

type Response = Dispatcher.ResponseData

/**
 * Unlike `fetch`, this leaves a body as it was sent: some servers call the packing of a gzipped file its encoding, and what
 * is kept would then be neither the file nor as long as the server says.
 */
async function request(url: string, dispatcher: Dispatcher, headers: Record<string, string>): Promise<Response> {
  try {
    return await send(url, { dispatcher, headers })
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new PassingFault(`the server cannot be reached (${cause})`, { cause: error })
  }
}

function headerOf({ headers }: Response, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Seconds. The command does not wait that long: it names the wait and ends. */
const LONGEST_TOLD = 86_400

function askedPauseMs(response: Response): number | null {
  const seconds = readRetryAfter(headerOf(response, 'retry-after') ?? '', new Date(), LONGEST_TOLD)
  return seconds === null ? null : seconds * 1000
}

function requestHeaders(held: Version | null, begun: Version | null, received: number): Record<string, string> {
  // Without it, a server may pack the file once more, and a length would be of something else.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  const validator = begun && validatorOf(begun)
  if (received > 0 && validator) return { ...headers, range: `bytes=${received}-`, 'if-range': validator }
  if (held?.etag) return { ...headers, 'if-none-match': held.etag }
  return held?.last_modified ? { ...headers, 'if-modified-since': held.last_modified } : headers
}

/** What shows that a part belongs to the file that the server has now; weak tags do not. */
function validatorOf({ etag, last_modified }: Version): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : last_modified
}

function continues(response: Response, received: number): boolean {
  return headerOf(response, 'content-range')?.startsWith(`bytes ${received}-`) === true
}

async function receive(response: Response, { target, onProgress }: FetchOptions, from: number): Promise<void> {
  const part = `${target}.part`
  const length = Number(headerOf(response, 'content-length') ?? Number.NaN)
  const total = Number.isFinite(length) ? from + length : null
  if ((total ?? 0) > LARGEST_FILE) throw new Error(`expected a file of at most ${LARGEST_FILE} bytes, found ${total}`)
  if (from === 0) {
    const version: Version = {
      etag: headerOf(response, 'etag'),
      last_modified: headerOf(response, 'last-modified'),
    }
    writeFileSync(`${part}.json`, JSON.stringify(version))
  }
  let received = from
  const file = await open(part, from === 0 ? 'w' : 'a')
  try {
    for await (const bytes of arriving(response, () => received)) {
      // At once, so that a break loses nothing that has arrived.
      await file.write(bytes)
      received += bytes.length
      if (received > LARGEST_FILE) throw new Error(`expected at most ${LARGEST_FILE} bytes, found more`)
      onProgress?.(received, total)
    }
  } finally {
    await file.close()
  }
  if (total !== null && received !== total) throw new PassingFault(`expected ${total} bytes, received ${received}`)
}

async function* arriving(response: Response, received: () => number): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of response.body) yield bytes as Uint8Array
  } catch (error) {
    throw new PassingFault(`the connection broke after ${received()} bytes`, { cause: error })
  }
}

/** Throws, and removes the part, unless it is a whole gzip file that begins as it should. */
async function checkWhole(part: string, begins: string): Promise<void> {
  const first = await firstBytes(part)
  if (first.length > 0 && !first.subarray(0, GZIP.length).equals(GZIP)) {
    rmSync(part, { force: true })
    const found = first.toString('latin1').replace(/\s+/g, ' ')
    throw new Error(
      `expected a gzipped file, found one that begins with "${found}"; is it the page of a proxy in between?`,
    )
  }
  let start = ''
  try {
    await pipeline(createReadStream(part), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const bytes of source) if (start.length < begins.length) start += bytes.toString('latin1')
    })
  } catch (error) {
    rmSync(part, { force: true })
    throw new PassingFault(`the file is not whole (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    })
  }
  if (start.startsWith(begins)) return
  rmSync(part, { force: true })
  throw new Error(`expected a file that begins with "${begins}", found "${start.slice(0, 60)}"; its layout has changed`)
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(60), 0, 60, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function readVersion(file: string): Version {
  try {
    return versionFile.parse(JSON.parse(readFileSync(`${file}.json`, 'utf8')))
  } catch {
    // Lost or cut short by a killed process: the file is fetched again.
    return { etag: null, last_modified: null }
  }
}
