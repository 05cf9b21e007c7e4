import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { EMBED_PARAMETER } from '../../contract/embedding.ts'
import { refuse } from './answers.ts'

/** The pages of other origins that may show the map in a frame, and those that may spend in it. */
export interface EmbedRules {
  /** Origins such as `https://blog.example`; `*` alone stands for any. */
  readonly origins: readonly string[]
  /** Origins whose readers buy what is missing. Frames of all others show only held figures. */
  readonly spendingOrigins: readonly string[]
}

export const NEVER_EMBEDDED: EmbedRules = { origins: [], spendingOrigins: [] }

/** Changes the security headers of a page in a frame, whose query has `embed=1`, so that the origins in the rules may frame it. */
export function openFrames({ origins }: EmbedRules): (c: Context) => void {
  return (c) => {
    const { name, value } = EMBED_PARAMETER
    if (origins.length === 0 || c.req.query(name) !== value) return
    const { outgoing } = c.env as HttpBindings
    const policy = String(outgoing.getHeader('content-security-policy'))
    if (!policy.includes(NO_FRAME)) throw new Error(`the content security policy has no "${NO_FRAME}"`)
    outgoing.setHeader('content-security-policy', policy.replace(NO_FRAME, `frame-ancestors ${origins.join(' ')}`))
    // This older header cannot name origins.
    outgoing.removeHeader('x-frame-options')
    // A page that isolates itself may frame only what allows other origins.
    outgoing.setHeader('cross-origin-resource-policy', 'cross-origin')
  }
}

const NO_FRAME = "frame-ancestors 'none'"

/** `GET /api/embedding?origin=…`: whether the page in a frame of this origin may buy figures. */
export function embeddingRoute({ spendingOrigins }: EmbedRules): Handler {
  return (c) => {
    const origin = c.req.query('origin')
    if (origin === undefined || !URL.canParse(origin)) {
      return refuse(
        c,
        400,
        'malformed_request',
        `Expected an origin such as https://blog.example, found '${origin ?? ''}'.`,
      )
    }
    c.header('Cache-Control', 'no-store')
    return c.json({ may_spend: spendingOrigins.includes(origin) })
  }
}
