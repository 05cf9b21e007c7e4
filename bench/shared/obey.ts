import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends the program that started this server its address and, on request, the processor time used; exits when told to. */
export function obey({ url, close }: { url: string; close: () => Promise<void> }): void {
  process.on('message', async (command) => {
    if (command === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send?.({ cpuMs: (user + system) / 1000 })
    } else {
      await close()
      process.disconnect()
    }
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
