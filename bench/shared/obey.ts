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
