// @ts-check
// Checks over HTTP whether a service obeys the interface:
//   npm run conformance -- --base http://127.0.0.1:8090/public/v1 --token svc_live_…
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.js'

await runProgram(fileURLToPath(new URL('../src/conformance/main.ts', import.meta.url)), process.argv.slice(2))
