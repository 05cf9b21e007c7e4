/** Tells the program that started this server its address, then how much processor time it used, and when to end. */
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
  // When the program that started it is gone.
  process.on('disconnect', () => process.exit())
  process.send?.({ url })
}
