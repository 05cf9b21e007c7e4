/** A running server. The command line ends it with `windDown` and, some moments later, `close`. */
export interface RunningServer {
  readonly url: string
  /** Reports not ready from now on, and makes every response the last on its connection. */
  windDown(): void
  /** Accepts no more requests, finishes those under way within a time limit, and closes the stores. */
  close(): Promise<void>
}
