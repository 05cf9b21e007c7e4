import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** A body whose encoding is unknown, or that is broken or too long. */
export class UnreadableBody extends Error {}

/** Returns the plain bytes of a body; throws `UnreadableBody` when it is broken, in an unknown encoding, or longer than `most` bytes. */
export async function decodeBody(body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '') return body
  if (!Object.hasOwn(DECODERS, name)) throw new UnreadableBody(`the body has the unknown encoding '${name}'`)
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: most })
  } catch (error) {
    throw new UnreadableBody(
      `the body cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
