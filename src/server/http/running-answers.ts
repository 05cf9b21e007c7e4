import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The responses that a server is working on. */
export interface RunningAnswers {
  add(socket: Duplex, answer: ServerResponse): void
  /** Returns the response under way on a connection; when several requests wait, the last one's. */
  on(socket: Duplex): ServerResponse | undefined
  /** Makes each response announce from now on that it is the last on its connection. */
  windDown(): void
  /** Ends connections that have not sent a request yet. */
  endIdle(): void
  /** Resolves once no response is under way and no open connection is without a request. */
  ended(): Promise<void>
}

/** Watches a server's connections and their responses. */
export function watchAnswers(server: Server): RunningAnswers {
  const running = new Map<Duplex, ServerResponse>()
  const idle = new Set<Duplex>()
  let windingDown = false
  let noteEnd = () => {}
  const checkEnd = () => {
    if (running.size + idle.size === 0) noteEnd()
  }
  const makeLast = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader('Connection', 'close')
  }
  server.on('connection', (socket) => {
    idle.add(socket)
    socket.once('close', () => {
      idle.delete(socket)
      // Responses that still waited for their turn on it never emit 'close'.
      running.delete(socket)
      checkEnd()
    })
  })
  return {
    add: (socket, answer) => {
      idle.delete(socket)
      running.set(socket, answer)
      if (windingDown) makeLast(answer)
      answer.once('close', () => {
        if (running.get(socket) === answer) running.delete(socket)
        checkEnd()
      })
    },
    on: (socket) => running.get(socket),
    windDown: () => {
      windingDown = true
      for (const answer of running.values()) makeLast(answer)
    },
    endIdle: () => {
      for (const socket of idle) socket.destroy()
    },
    ended: () =>
      new Promise((resolve) => {
        noteEnd = resolve
        checkEnd()
      }),
  }
}
