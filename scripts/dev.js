// @ts-check
// Starts everything for development: the page with hot reload, and service and proxy, which restart when their sources
// change. Arguments go to `squaremetre start`: `npm run dev -- --demo-listings 200000`. Ctrl-C ends everything.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createLogger, createServer } from 'vite'
import { buildBasemap } from './build-basemap.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVERS = fileURLToPath(new URL('dev-servers.js', import.meta.url))
const OF_SERVERS = /^(src\/(domain|contract|server|proxy|service|cli)\/|package-lock\.json$|\.env$)/
const TEST = /\.test\.tsx?$/
/** Long enough for an editor to save several files. */
const SETTLE_MS = 150
const PORT = process.env.PORT || '8081'

const pageLine = lineWriter('page', 36)
const serversLine = lineWriter('servers', 33)

/** @type {import('node:child_process').ChildProcess | null} */
let servers = null
/** One restart after another: two at once would start the servers twice. */
let restarted = Promise.resolve()
let isEnding = false
/** @type {NodeJS.Timeout | null} */
let settling = null

await buildBasemap({ log: pageLine })
const page = await servePage()
startServers()
page.watcher.on('all', (_event, path) => {
  const file = path.slice(ROOT.length)
  if (!OF_SERVERS.test(file) || TEST.test(file)) return
  if (settling) clearTimeout(settling)
  settling = setTimeout(() => {
    restarted = restarted.then(() => restartServers(file))
  }, SETTLE_MS)
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, end)

async function servePage() {
  const logger = createLogger('info', { allowClearScreen: false })
  for (const level of /** @type {const} */ (['info', 'warn', 'error'])) logger[level] = (text) => pageLine(text)
  const behind = `http://127.0.0.1:${PORT}`
  const server = await createServer({
    root: ROOT,
    customLogger: logger,
    server: {
      proxy: { '/api': behind, '/public': behind },
      watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**'] },
    },
  })
  await server.listen()
  return server
}

function startServers() {
  // In a separate process group, so that the terminal's Ctrl-C reaches it only once, through `end`.
  const child = fork(SERVERS, ['start', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, PORT },
    detached: true,
    silent: true,
  })
  servers = child
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', showServersLine)
  }
  child.once('exit', (code, signal) => {
    // Stopped by us.
    if (servers !== child) return
    servers = null
    serversLine(`ended with ${signal ?? `code ${code}`}; they restart when their sources change`)
  })
}

/**
 * Shows a line of the servers. In place of their own address, which has the last build of the page, it names the page's.
 * @param {string} line
 */
function showServersLine(line) {
  if (line === `http://localhost:${PORT}`) return
  if (!line.startsWith('Open it in a browser')) return serversLine(line)
  serversLine('ready')
  pageLine(`Open ${page.resolvedUrls?.local[0]} in a browser. Press Ctrl-C to stop.`)
}

/** @param {string} file */
async function restartServers(file) {
  serversLine(`${file} changed: restarting`)
  await stopServers()
  if (!isEnding) startServers()
}

async function stopServers() {
  const child = servers
  servers = null
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function end() {
  // The second Ctrl-C kills at once.
  if (isEnding) process.exit(1)
  isEnding = true
  await Promise.all([stopServers(), page.close()])
  process.exit(0)
}

/**
 * Returns a function that prints lines with a name in front, which shows their origin.
 * @param {string} name
 * @param {number} color ANSI
 */
function lineWriter(name, color) {
  const padded = name.padEnd('servers'.length)
  const prefix = process.stdout.isTTY ? `\u001b[${color}m${padded}\u001b[0m │ ` : `${padded} │ `
  return (/** @type {string} */ text) => {
    for (const line of text.split('\n')) process.stdout.write(`${prefix}${line}\n`)
  }
}
