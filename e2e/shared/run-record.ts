import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One response as a browser got it: status line, headers and the decompressed body. */
export interface Answer {
  readonly path: string
  readonly head: string
  readonly body: Buffer
}

/** Creates the folder where every process of a run records what the applications sent and logged; returns its path. */
export function openRunRecord(): string {
  const dir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-record-'))
  mkdirSync(join(dir, 'bodies'))
  process.env.E2E_RECORD_DIR = dir
  return dir
}

/** Records a response; equal bodies are stored once. */
export function recordAnswer({ path, head, body }: Answer): void {
  const digest = createHash('sha256').update(body).digest('hex')
  const file = recordFile(join('bodies', digest))
  if (!existsSync(file)) writeFileSync(file, body)
  append('answers', `${JSON.stringify({ path, head, digest })}\n`)
}

/** Records what an application printed and logged. */
export function recordPrinted(text: string): void {
  append('printed', text)
}

/** Records a token that must not appear anywhere else in the record. */
export function recordToken(token: string): void {
  append('tokens', `${token}\n`)
}

/** Removes a token's prefix, which texts use as an example. */
export function secretOf(token: string): string {
  return token.replace(/^svc_live_r[ow]_/, '')
}

export interface RunRecord {
  readonly tokens: readonly string[]
  readonly printed: string
  /** The path of every response, each once. */
  readonly paths: readonly string[]
  /** Returns the responses whose path, head or body contains the text. */
  pathsHolding(text: string): string[]
}

/** Reads everything recorded so far. */
export function readRunRecord(): RunRecord {
  const answers = linesOf('answers').map((line) => JSON.parse(line) as { path: string; head: string; digest: string })
  return {
    tokens: linesOf('tokens'),
    printed: linesOf('printed').join('\n'),
    paths: answers.map(({ path }) => path),
    pathsHolding: (text) => {
      const digests = new Set(answers.map(({ digest }) => digest))
      const telling = new Set(
        [...digests].filter((digest) => readFileSync(recordFile(`bodies/${digest}`)).includes(text)),
      )
      return answers
        .filter(({ path, head, digest }) => telling.has(digest) || path.includes(text) || head.includes(text))
        .map(({ path }) => path)
    },
  }
}

function linesOf(name: string): string[] {
  const file = recordFile(name)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

function append(name: string, text: string): void {
  appendFileSync(recordFile(name), text)
}

function recordFile(name: string): string {
  const dir = process.env.E2E_RECORD_DIR
  if (!dir) throw new Error('expected E2E_RECORD_DIR, which the set-up of the journeys sets')
  return join(dir, name)
}
