import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that a system gives to connections, so that no connection takes one before its server does, or while
 * that server is stopped.
 */
const FIRST = 10_000
const COUNT = 5_000
/** The nodes of a Redis cluster talk to each other on the port this far above. */
const CLUSTER_BUS = 10_000

// Test files run in several processes, whose numbers follow each other: each begins elsewhere.
let next = (process.pid * 50) % COUNT

/** Returns a port of this machine that nothing listens on, nor on the one 10,000 above, and that it never returned before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if ((await isFree(port)) && (await isFree(port + CLUSTER_BUS))) return port
  }
  throw new Error(`expected a free port from ${FIRST} to ${FIRST + COUNT - 1}, found none`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
