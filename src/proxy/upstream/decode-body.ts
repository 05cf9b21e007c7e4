import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** A body that was compressed though nobody asked for it. */
export class UnreadableBody extends Error {}

/** The plain bytes of a body; throws `UnreadableBody` where it is broken, in an unknown encoding, or longer than `most` bytes. */
export async function decodeBody(body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '') return body
  if (!Object.hasOwn(DECODERS, name)) throw new UnreadableBody(`the body is encoded as '${name}'`)
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: most })
  } catch (error) {
    throw new UnreadableBody(`the body cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`)
  }
}
