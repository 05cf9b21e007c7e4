// @ts-check
import { createServer } from 'vite'
import { buildData } from './build-data.js'
import { buildWorker } from './build-worker.js'

/**
 * Runs a TypeScript program of this checkout and resolves its imports as the build does (`.ts`, `?raw`). The program
 * exports `main(args: string[])`, which returns the exit code.
 * @param {string} file absolute path
 * @param {string[]} args
 */
export async function runProgram(file, args) {
  // Vite's server would make it "development", and what a program then builds would have React's development version.
  process.env.NODE_ENV ??= 'production'
  await buildData({ log: console.error })
  await buildWorker({ log: console.error })
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const program = await server.ssrLoadModule(file)
    process.exitCode = (await program.main(args)) ?? 0
  } finally {
    await server.close()
  }
}
