import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One answer as it went to a browser: status line and headers, and the body, unpacked. */
export interface Answer {
  readonly path: string
  readonly head: string
  readonly body: Buffer
}

/** Makes the folder in which every process of a run of journeys keeps what the applications gave away; answers its path. */
export function openRunRecord(): string {
  const dir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-record-'))
  mkdirSync(join(dir, 'bodies'))
  process.env.E2E_RECORD_DIR = dir
  return dir
}

/** Keeps an answer; equal bodies are kept once. */
export function recordAnswer({ path, head, body }: Answer): void {
  const digest = createHash('sha256').update(body).digest('hex')
  const file = recordFile(join('bodies', digest))
  if (!existsSync(file)) writeFileSync(file, body)
  append('answers', `${JSON.stringify({ path, head, digest })}\n`)
}

/** Keeps what an application printed and logged. */
export function recordPrinted(text: string): void {
  append('printed', text)
}

/** Keeps a token that none of the rest may hold. */
export function recordToken(token: string): void {
  append('tokens', `${token}\n`)
}

/** A token without its prefix, which stands in texts as an example. */
export function secretOf(token: string): string {
  return token.replace(/^svc_live_r[ow]_/, '')
}

export interface RunRecord {
  readonly tokens: readonly string[]
  readonly printed: string
  /** The path of every answer, once for each. */
  readonly paths: readonly string[]
  /** Those whose path, head or body holds the text. */
  pathsHolding(text: string): string[]
}

/** All that was kept so far. */
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
  if (!dir) throw new Error('E2E_RECORD_DIR is not set: the set-up of the journeys sets it')
  return join(dir, name)
}
