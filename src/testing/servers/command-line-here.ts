/** What `src/cli/main.ts` exports, from the sources or from a build. */
type RunCommandLine = typeof import('../../cli/main.ts')['runCommandLine']

/** The result of a command line, as a separate process would return it. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Surroundings {
  readonly cwd: string
  /** The whole environment: settings of the person who runs the tests must not reach the program. */
  readonly env: NodeJS.ProcessEnv
}

/**
 * Runs a command line in this process, which saves the start of a new one. Only for command lines that finish at once,
 * because whatever they leave running stays in the tests' process. One at a time.
 */
export async function runHere(
  runCommandLine: RunCommandLine,
  args: readonly string[],
  { cwd, env }: Surroundings,
): Promise<Ended> {
  const { env: envBefore, exit: exitBefore, exitCode: codeBefore } = process
  const cwdBefore = process.cwd()
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
  let exited: number | null = null
  process.env = { ...env }
  process.exitCode = undefined
  process.exit = (code) => {
    exited = Number(code ?? 0)
    throw new Exit()
  }
  process.chdir(cwd)
  try {
    const preparePage = () => Promise.reject(new Error('no page is served here'))
    await runCommandLine(args, { preparePage }).catch((error) => {
      if (!(error instanceof Exit)) throw error
    })
    return { code: exited ?? Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    process.chdir(cwdBefore)
    process.exit = exitBefore
    process.exitCode = codeBefore
    process.env = envBefore
    stdout.stop()
    stderr.stop()
  }
}

/** Thrown by `process.exit`, so that nothing after it runs. */
class Exit extends Error {}

/** Captures what is written to a stream instead of writing it. */
function capture(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const { write } = stream
  const listeners = stream.listeners('error')
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  return {
    text: () => text,
    stop: () => {
      stream.write = write
      for (const listener of stream.listeners('error') as (() => void)[]) {
        if (!listeners.includes(listener)) stream.off('error', listener)
      }
    },
  }
}
