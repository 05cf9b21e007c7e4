// Runs one of the programs in bench/, or lists them:
//   npm run bench -- compare-windows reference_windows.csv.gz DATA_DIR EUR
// Imports are resolved as the build resolves them (`.ts`, `?raw`). A program exports `main(args: string[])`, whose
// number is the exit code.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const folder = fileURLToPath(new URL('../bench/', import.meta.url))
const [name, ...args] = process.argv.slice(2)
if (!name || !existsSync(`${folder}${name}.ts`)) {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
  process.stderr.write(`usage: npm run bench -- NAME [ARGUMENT…], where NAME is one of: ${names.join(', ')}\n`)
  process.exit(2)
}

const server = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const program = await server.ssrLoadModule(`${folder}${name}.ts`)
  process.exitCode = (await program.main(args)) ?? 0
} finally {
  await server.close()
}
