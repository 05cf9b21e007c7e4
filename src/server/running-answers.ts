import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answers that a server is making. */
export interface RunningAnswers {
  add(socket: Duplex, answer: ServerResponse): void
  /** The answer being made on a connection; where several requests wait, the last of them. */
  on(socket: Duplex): ServerResponse | undefined
  /** From now on each answer tells its client that the connection ends with it. */
  windDown(): void
  /** Ends the connections that were opened and have not asked anything yet. */
  endSilent(): void
  /** Resolves as soon as no answer is being made and no connection is open that has still to ask. */
  ended(): Promise<void>
}

/** Watches a server's connections and the answers on them. */
export function watchAnswers(server: Server): RunningAnswers {
  const running = new Map<Duplex, ServerResponse>()
  const silent = new Set<Duplex>()
  let windingDown = false
  let noteEnd = () => {}
  const checkEnd = () => {
    if (running.size + silent.size === 0) noteEnd()
  }
  const makeLast = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader('Connection', 'close')
  }
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => {
      silent.delete(socket)
      // Of several answers on it those that still waited for their turn do not close.
      running.delete(socket)
      checkEnd()
    })
  })
  return {
    add: (socket, answer) => {
      silent.delete(socket)
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
    endSilent: () => {
      for (const socket of silent) socket.destroy()
    },
    ended: () =>
      new Promise((resolve) => {
        noteEnd = resolve
        checkEnd()
      }),
  }
}
