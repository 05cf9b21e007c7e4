import type { Rooms } from './rooms.ts'

/** What every HTTP server of this package needs. */
export const SERVER_ROOMS: Rooms = {
  // Connections, clients, request ids, health, metrics, graceful shutdown.
  http: ['work'],
  // Queues, turns and shares, and work in other threads.
  work: [],
  // Files with secrets, faults of files, statements of stores, Redis.
  storage: [],
  // The places and airports of the world, by name.
  world: [],
}
