import type { Context, Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { isKnownToClient, refuse } from '../access/answers.ts'
import type { PageEncoding, PageFile } from './page-files.ts'

const INDEX = '/index.html'

/** `GET` of anything else: a file of the built page, or the page itself, which reads its state from the address. */
export function pageRoute(
  files: ((path: string) => Promise<PageFile | null>) | null,
  openFrames: (c: Context) => void,
): Handler {
  return async (c) => {
    if (files === null)
      return refuse(c, 404, 'not_found', 'This proxy serves no page, only the interfaces under /api and /public/v1.')
    const path = decodePath(new URL(c.req.url).pathname)
    const named = path === null || path === '/' ? null : await files(path)
    // A missing script or image must be a 404: the page in its place would hide the error.
    if (named === null && path !== null && /\.[a-z0-9]+$/i.test(path)) {
      return refuse(c, 404, 'not_found', `There is no file '${path}'.`)
    }
    const file = named ?? (await files(INDEX))
    if (file === null) return refuse(c, 404, 'not_found', 'The page is not built. Run npm run build.')
    if (named === null) openFrames(c)
    c.header('Cache-Control', cacheControl(named === null ? INDEX : (path ?? INDEX)))
    c.header('Vary', 'Accept-Encoding')
    c.header('ETag', `W/"${file.etag}"`)
    if (isKnownToClient(c, file.etag)) return c.body(null, 304)
    c.header('Content-Type', file.type)
    const encoding: PageEncoding = file.isCompressible ? readEncoding(accepts(c, ENCODINGS)) : 'identity'
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(await file.body(encoding))
  }
}

const ENCODINGS: Parameters<typeof accepts>[1] = {
  header: 'Accept-Encoding',
  supports: ['br', 'gzip'],
  default: 'identity',
  // Browsers give all encodings the same weight, so our order decides.
  match: (accepted, { supports, default: plain }) =>
    supports.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? plain,
}

function readEncoding(raw: string): PageEncoding {
  return raw === 'br' || raw === 'gzip' ? raw : 'identity'
}

function decodePath(raw: string): string | null {
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}

/** Names under /assets contain a hash of their content; other files may change with the next version. */
function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600'
}
