// @ts-check
// Service and proxy for `npm run dev`. The page comes from the dev server, so an old build of it is good enough.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildPageApart, buildServer } from './build.js'

const PAGE = fileURLToPath(new URL('../dist/web', import.meta.url))

// The parent process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await buildServer()
/** @type {{ runCommandLine: typeof import('../src/cli/main.ts').runCommandLine }} */
const { runCommandLine } = await import(fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)))
await runCommandLine(process.argv.slice(2), {
  preparePage: () => (existsSync(PAGE) ? Promise.resolve(PAGE) : buildPageApart()),
})
