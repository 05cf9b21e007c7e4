/** Reads the JSON body of a response; throws when it is longer than `mostBytes` or not JSON. */
export async function readJson(answer: Response, mostBytes: number): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error(`expected a response of at most ${mostBytes} bytes, found a longer one`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}
