import { request } from 'undici'

/** A response as the proxy sent it, for other servers to send. */
export interface FixedAnswer {
  readonly path: string
  /** Headers that Node does not add by itself. */
  readonly headers: Record<string, string>
  /** Compressed, in base64. */
  readonly body: string
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Gets the tiles of the paths as the proxy sends them, each after one read from the ledger. */
export async function heldAnswers(origin: string, paths: readonly string[]): Promise<FixedAnswer[]> {
  const answers: FixedAnswer[] = []
  for (const path of paths) {
    const { statusCode, headers, body } = await request(origin + path, { headers: { 'accept-encoding': 'gzip' } })
    const bytes = Buffer.from(await body.arrayBuffer())
    if (statusCode !== 200 || headers['content-encoding'] !== 'gzip') {
      throw new Error(`${path}: expected a compressed tile, found ${statusCode} ${bytes.toString('utf8')}`)
    }
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      BY_NODE.has(name) || value === undefined ? [] : [[name, String(value)] as const],
    )
    answers.push({ path, headers: Object.fromEntries(sent), body: bytes.toString('base64') })
  }
  return answers
}
