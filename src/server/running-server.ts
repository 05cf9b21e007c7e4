/** A server that runs, as the command line ends it: first `windDown`, some moments later `close`. */
export interface RunningServer {
  readonly url: string
  /** Is not ready from now on, and answers every request as the last of its connection. */
  windDown(): void
  /** Takes nothing more, lets what is under way end within a bound, and closes the stores. */
  close(): Promise<void>
}
