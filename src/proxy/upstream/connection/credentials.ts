import type { Logger } from 'pino'
import { createScrubber, type Scrubber } from './without-token.ts'

/** What a service, and perhaps a gateway before it, requires of every request. */
export interface Credentials {
  readonly token: string
  /** Sent besides the token, such as a gateway's `X-Api-Key`. */
  readonly headers: Readonly<Record<string, string>>
}

/** Reads credentials that are in a file again; throws when the file cannot be used. */
export type RereadCredentials = () => Credentials

/** Credentials as they are sent, and what hides them in an answer to the request that carried them. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>
  readonly scrubber: Scrubber
}

/** The credentials in force at each call. `freshly` reads the file even if it was read a moment ago. */
export type CredentialsInForce = (freshly?: 'freshly') => Carried

/** How often the file is read, at most. */
const LOOK_EVERY_MS = 1_000
/** A shorter value of a header, such as a tenant's name, occurs in answers by chance, and hiding it would spoil them. */
const SHORTEST_SECRET = 12

/**
 * The given credentials until `reread`, if they can change, returns others. A file that cannot be used leaves them as they
 * were, which is logged once for each such fault. Throws when the first ones cannot be sent.
 */
export function watchCredentials(
  first: Credentials,
  reread: RereadCredentials | null,
  log: Pick<Logger, 'info' | 'warn'> | null,
): CredentialsInForce {
  let known = JSON.stringify(first)
  let carried = carry(first)
  let lookedAt = performance.now()
  let fault = ''
  return (freshly) => {
    if (reread === null || (freshly === undefined && performance.now() - lookedAt < LOOK_EVERY_MS)) return carried
    lookedAt = performance.now()
    try {
      const found = reread()
      fault = ''
      if (JSON.stringify(found) === known) return carried
      carried = carry(found)
      known = JSON.stringify(found)
      log?.info('the credentials for the service were replaced')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message !== fault) log?.warn({ fault: message }, 'the earlier credentials for the service are still used')
      fault = message
    }
    return carried
  }
}

function carry({ token, headers }: Credentials): Carried {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Error('the service token is empty or holds characters that no HTTP header can carry')
  }
  const secrets = Object.values(headers).filter(({ length }) => length >= SHORTEST_SECRET)
  return { headers: { ...headers, authorization: `Bearer ${token}` }, scrubber: createScrubber([token, ...secrets]) }
}
