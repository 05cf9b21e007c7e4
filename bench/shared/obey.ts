import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchLoop } from './loop-watch.ts'

/** Measures that a started server reports on request. */
export interface Answers {
  /** The processor time that it has used, in ms. */
  cpu: number
  /** The longest stop of its event loop since the last question, in ms. */
  stop: number
  /** The memory that it uses, without garbage, in bytes. */
  bytes: number
  /** How much longer the same work has taken since the last question than on a quiet machine; only `pace` knows. */
  pace: number
}

type OwnAnswers = Omit<Answers, 'pace'>

/** Sends the program that started this server its address and, on request, its measures; exits when told to. */
export function obey({ url, close }: { url: string; close: () => Promise<void> }): void {
  // Watched from the first question on, because it takes time that a deployed server does not spend.
  let loop: ReturnType<typeof watchLoop> | undefined
  const watched = () => {
    loop ??= watchLoop()
    return loop
  }
  const answers: { [Name in keyof OwnAnswers]: () => OwnAnswers[Name] } = {
    cpu: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    stop: () => watched().longestMs(),
    bytes: () => watched().bytes(),
  }
  process.on('message', async (command: keyof OwnAnswers | 'close') => {
    if (command === 'close') {
      await close()
      process.disconnect()
    } else process.send?.(answers[command]())
  })
  // The program that started it is gone.
  process.on('disconnect', () => process.exit())
  process.send?.({ url })
}

/** Lets a bare HTTP server listen on a free loopback port and obey; `release` closes what else it has open. */
export function listenAndObey(server: Server, release: () => Promise<void> = async () => {}): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    obey({
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await Promise.all([closed, release()])
      },
    })
  })
}
