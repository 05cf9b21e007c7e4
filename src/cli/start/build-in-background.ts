import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { say } from '../terminal.ts'

/**
 * Builds the periods that are not built yet with `squaremetre build`, in a process of its own that gives way to all
 * others; answers what ends it.
 */
export function buildInBackground(): () => void {
  const program = process.argv[1]
  if (program === undefined) throw new Error('squaremetre was not started from a file, so it cannot start itself again')
  const child = spawn(process.execPath, [program, 'build', '--with-parent'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000)
  })
  let stopped = false
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  })
  child.once('error', (error) => say(`The other months could not be built: ${error.message}`))
  child.once('close', (code, signal) => {
    // Ctrl-C reaches both processes, in any order.
    if (code !== 0 && signal !== 'SIGINT' && !stopped) say(`The other months could not be built:\n${errors}`)
  })
  return () => {
    stopped = true
    child.kill()
  }
}
