// @ts-check
// Format, lint, types, and unused code and packages, side by side; ends with 1 when one of them fails.
import { runCheck } from './run-check.js'

process.exitCode = (await runCheck()) ? 0 : 1
