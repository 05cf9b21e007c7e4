// Runs one of the programs in bench/, or lists them:
//   npm run bench -- compare-windows reference_windows.csv.gz DATA_DIR EUR
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.js'

const folder = fileURLToPath(new URL('../bench/', import.meta.url))
const [name, ...args] = process.argv.slice(2)
if (!name || !existsSync(`${folder}${name}.ts`)) {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
  process.stderr.write(`usage: npm run bench -- NAME [ARGUMENT…], where NAME is one of: ${names.join(', ')}\n`)
  process.exit(2)
}

await runProgram(`${folder}${name}.ts`, args)
