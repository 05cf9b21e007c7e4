import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'

export type PageEncoding = 'br' | 'gzip' | 'identity'

type PageBody = Uint8Array<ArrayBuffer>

/** One file of the built page. */
export interface PageFile {
  readonly type: string
  readonly etag: string
  /** Reads what the build has compressed, or compresses on the first request; later requests get the same bytes. */
  body(encoding: PageEncoding): Promise<PageBody>
  readonly isCompressible: boolean
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
// Higher qualities take seconds. The build has taken them for what is large (scripts/compress-page.js).
const BROTLI_QUALITY = 6
const SMALLEST_COMPRESSED = 1_024
const COMPRESSIBLE = /^(text\/|application\/(json|.*\+json|xml|wasm|x-protobuf)|image\/svg\+xml|font\/ttf)/

/** Opens the folder of the built page. The returned function finds a file by its path; null when there is none. */
export function openPageFiles(pageDir: string): (path: string) => Promise<PageFile | null> {
  const root = resolve(pageDir)
  const read = new Map<string, { version: string; file: Promise<PageFile> }>()
  return async (path) => {
    if (!isPlain(path)) return null
    const file = join(root, path)
    const version = await versionOf(file)
    if (version === null) return null
    const kept = read.get(file)
    if (kept?.version === version) return kept.file
    const loaded = load(file)
    read.set(file, { version, file: loaded })
    // A file that cannot be read now may be readable on the next request.
    loaded.catch(() => read.delete(file))
    return loaded
  }
}

/**
 * True for the one way to write a file's path: no dot segments, doubled or final slashes, backslashes or NUL. Any other way
 * could lead outside the folder, or give a file the caching of another.
 */
function isPlain(path: string): boolean {
  return posix.normalize(path) === path && !/[\\\0]|\/$/.test(path)
}

async function versionOf(file: string): Promise<string | null> {
  try {
    const { size, mtimeMs, isFile } = await stat(file).then((found) => ({ ...found, isFile: found.isFile() }))
    return isFile ? `${size} ${mtimeMs}` : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|ENAMETOOLONG)$/.test(String(error.code)))
      return null
    throw error
  }
}

async function load(file: string): Promise<PageFile> {
  const plain = Uint8Array.from(await readFile(file))
  const type = file.endsWith('.pbf') ? 'application/x-protobuf' : (getMimeType(file) ?? 'application/octet-stream')
  const compressed = new Map<PageEncoding, Promise<PageBody>>([['identity', Promise.resolve(plain)]])
  return {
    type,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    isCompressible: plain.length >= SMALLEST_COMPRESSED && COMPRESSIBLE.test(type),
    body: (encoding) => {
      const body = compressed.get(encoding) ?? compress(file, plain, encoding)
      compressed.set(encoding, body)
      return body
    },
  }
}

async function compress(file: string, plain: PageBody, encoding: PageEncoding): Promise<PageBody> {
  if (encoding === 'gzip') return Uint8Array.from(await toGzip(plain))
  const built = `${file}.br`
  if ((await versionOf(built)) !== null) return Uint8Array.from(await readFile(built))
  return Uint8Array.from(await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }))
}
