// @ts-check
// Checks format, lint, types, and unused code and packages in parallel; exits with 1 when one of them fails.
import { runCheck } from './run-check.js'

process.exitCode = (await runCheck()) ? 0 : 1
