import { type FileHandle, open } from 'node:fs/promises'
import type { Handler } from 'hono'
import { type BasemapResponse, TILES_FILE_PATH } from '../../contract/basemap.ts'
import { isKnownToClient, refuse } from '../access/answers.ts'
import type { BasemapRules } from '../access/basemap-rules.ts'

/** The most bytes that one request gets: tiles and directories have some kilobytes. */
const MOST_BYTES = 2 * 1024 * 1024
/** Bytes read at once: the memory that a response takes while its client does not read. */
const CHUNK_BYTES = 64 * 1024

/** `GET /api/basemap`: where the page gets streets from. */
export function basemapRoute({ source, isShownAtOnce }: BasemapRules): Handler {
  const streets = source === null ? null : source.kind === 'file' ? TILES_FILE_PATH : source.url
  const answer: BasemapResponse = { streets, is_shown_at_once: isShownAtOnce }
  return (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json(answer)
  }
}

/** `GET /api/basemap/tiles.pmtiles`: a range of the operator's file. Its readers never need it as a whole. */
export function tilesFileRoute({ source }: BasemapRules): Handler {
  return async (c) => {
    if (source?.kind !== 'file') return refuse(c, 404, 'not_found', 'The operator names no file of tiles.')
    const range = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(c.req.header('Range') ?? '')
    const [first, last] = [Number(range?.[1] ?? Number.NaN), Number(range?.[2] ?? Number.NaN)]
    if (!(last >= first) || last - first >= MOST_BYTES) {
      const expected = `Expected a Range such as bytes=0-16383 of at most ${MOST_BYTES} bytes`
      return refuse(c, 416, 'malformed_request', `${expected}, found '${c.req.header('Range') ?? ''}'.`)
    }
    const file = await open(source.path)
    let isSent = false
    try {
      const { size, mtimeMs } = await file.stat()
      c.header('Accept-Ranges', 'bytes')
      // A file that is replaced while it is read gets another name, so that nobody mixes the old and the new one.
      const etag = `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`
      if (!isWanted(c.req.header('If-Match') ?? '*', etag)) {
        return refuse(c, 412, 'malformed_request', 'The file is not the one that If-Match names.')
      }
      if (isKnownToClient(c, etag)) return c.body(null, 304, fileHeaders(etag))
      // Browsers send it for the rest of a file that they hold in part, and drop that part when they are refused. Otherwise
      // they would put a range of another file beside it. The header asks for the whole file, which is never sent.
      const isReplaced = !isWanted(c.req.header('If-Range') ?? '*', etag)
      if (first >= size || isReplaced) {
        c.header('Content-Range', `bytes */${size}`)
        const found = isReplaced ? 'it is not the one that If-Range names' : `found a range from ${first}`
        return refuse(c, 416, 'malformed_request', `The file has ${size} bytes; ${found}.`)
      }
      const end = Math.min(last, size - 1)
      c.header('Content-Range', `bytes ${first}-${end}/${size}`)
      c.header('Content-Length', String(end - first + 1))
      c.header('Content-Type', 'application/vnd.pmtiles')
      isSent = c.req.method === 'GET'
      const headers = fileHeaders(etag)
      return isSent ? c.body(streamRange(file, first, end), 206, headers) : c.body(null, 206, headers)
    } finally {
      // A response that is sent closes it at its end.
      if (!isSent) await file.close()
    }
  }
}

function fileHeaders(etag: string): Record<string, string> {
  return { ETag: `"${etag}"`, 'Cache-Control': 'public, max-age=3600' }
}

/** True when a header that names files, by their tags or as `*`, names this one. A weak tag names none (RFC 9110, 13.1). */
function isWanted(named: string, etag: string): boolean {
  return named.split(',').some((tag) => [`"${etag}"`, '*'].includes(tag.trim()))
}

/** Reads a range as fast as its client does, and closes the file when either has come to its end. */
function streamRange(file: FileHandle, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = first
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(CHUNK_BYTES, last - at + 1)), {
            position: at,
          })
          if (bytesRead === 0) throw new Error(`Expected bytes ${at}-${last}, found none: the file got shorter.`)
          controller.enqueue(buffer.subarray(0, bytesRead))
          at += bytesRead
        } catch (error) {
          await file.close()
          throw error
        }
        if (at <= last) return
        controller.close()
        await file.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}
