import type { FindFree } from '../../upstream/free/free-answers.ts'
import type { DeclaredList, PathParameters } from '../../upstream/free/openapi-parameters.ts'

// Milliseconds.
/** Also for a document that cannot be read: a retry would take as long and most likely fail too. */
const FRESH = 600_000
const FRESH_AFTER_FAULT = 5_000
/** Not a fault: there is no document. */
const GONE: ReadonlySet<number> = new Set([404, 410])

/** The query parameters that a service declares. */
export interface Declared {
  readonly names: ReadonlySet<string>
  /** False when there may be more. */
  readonly isWhole: boolean
  /** Those that are lists. */
  readonly lists: readonly DeclaredList[]
}

/** Returns what the service's free OpenAPI document declares for a path; null when it names no parameter. */
export type DeclaredParameters = (path: string) => Promise<Declared | null>

/** Reads documents outside the event loop: 300 KB of YAML take half a second. */
export interface OpenApiComputing {
  readOpenApi(body: Uint8Array): Promise<readonly PathParameters[] | null>
}

/**
 * Reads the document when it is first needed, and again after ten minutes. What it last said counts until it has been read
 * again.
 */
export function createDeclaredParameters(deps: {
  free: FindFree
  computing: OpenApiComputing
  elapsed: () => number
}): DeclaredParameters {
  let known: { until: number; reading: Promise<void> } | null = null
  /** Null until a document was read. */
  let last: readonly PathParameters[] | null = null
  const read = async (): Promise<void> => {
    const fetched = await deps.free('/openapi.yaml')
    const isReadable = fetched.kind === 'answer' && fetched.reading === 'readable'
    const paths = isReadable ? await deps.computing.readOpenApi(fetched.answer.body) : null
    if (!isReadable && known !== null) known = { ...known, until: deps.elapsed() + FRESH_AFTER_FAULT }
    const isGone = fetched.kind === 'answer' && GONE.has(fetched.answer.status)
    last = paths ?? (isGone ? null : last)
  }
  return async (path) => {
    if (known === null || deps.elapsed() >= known.until) {
      known = { until: deps.elapsed() + FRESH, reading: read() }
      // Who waits for it gets the error; the others go on with what the document last said.
      known.reading.catch(() => {})
    }
    if (last === null) await known.reading
    const found = nearest(last ?? [], path)
    return found === null || found.names.length === 0 ? null : { ...found, names: new Set(found.names) }
  }
}

/**
 * Paths may repeat the servers' prefix, and may name their own parameters freely. The shortest match is the right one.
 */
function nearest(paths: readonly PathParameters[], path: string): PathParameters | null {
  const plain = (key: string) => key.replaceAll(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')
  const fitting = paths.filter((each) => plain(each.path).endsWith(path))
  return fitting.sort((a, b) => plain(a.path).length - plain(b.path).length)[0] ?? null
}
