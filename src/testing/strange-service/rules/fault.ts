/** How an answer goes wrong. A service that is gone altogether is `goDown` of the service. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'code'; code: string; status?: number; headers?: Record<string, string> }
  | { kind: 'body'; body: string; contentType?: string }
  /** A body that ends in the middle of a value, without any sign of it in the head. */
  | { kind: 'truncate' }
  /** The connection breaks before the head of the answer. */
  | { kind: 'reset' }
  /** The connection breaks in the middle of the body. */
  | { kind: 'reset_midway' }
  /** Sends nothing, and keeps the connection open. */
  | { kind: 'hang' }
  /** Sends a byte every few milliseconds, for ever. */
  | { kind: 'drip' }
  /** The correct answer, altered by `change`. */
  | {
      kind: 'changed'
      change?: (body: Record<string, unknown>) => unknown
      encoding?: 'gzip' | 'br' | 'zstd'
      contentType?: string
    }

/** True when the request was carried out before its answer went wrong, so that a metered one is charged. */
export function isCharged({ kind }: Fault): boolean {
  return kind === 'changed' || kind === 'body' || kind === 'truncate' || kind === 'reset_midway' || kind === 'drip'
}
