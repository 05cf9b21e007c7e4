import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { ProgramOptions } from './proxy-program.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A proxy in a separate process. */
export interface ProxyProcess {
  readonly url: string
  /** Suspends it. */
  freeze(): void
  thaw(): void
  /** Kills it as in a crash. */
  kill(): Promise<void>
}

/** Starts proxies in separate processes; `close` deletes the bundle. */
export interface ProxyLauncher {
  launch(options: ProgramOptions): Promise<ProxyProcess>
  close(): void
}

/** Bundles the program like the product. */
export async function buildProxyProcess(): Promise<ProxyLauncher> {
  const outDir = `${ROOT}dist/testing-${process.pid}`
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: 'src/testing/servers/proxy-program.ts',
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  })
  const launch = async (options: ProgramOptions) => {
    const child = fork(`${outDir}/main.js`, { execArgv: [] })
    const gone = once(child, 'exit')
    child.send(options)
    const [url] = await Promise.race([
      once(child, 'message'),
      gone.then(([code]) => Promise.reject(new Error(`the proxy exited with code ${code} before it was ready`))),
    ])
    return {
      url: String(url),
      freeze: () => void child.kill('SIGSTOP'),
      thaw: () => void child.kill('SIGCONT'),
      kill: async () => {
        child.kill('SIGKILL')
        await gone
      },
    }
  }
  return { launch, close: () => rmSync(outDir, { recursive: true, force: true }) }
}
