import { spawn } from 'node:child_process'

/** Opens an address in the person's browser, if this machine has one; the address is printed anyway. */
export function openBrowser(url: string): void {
  const [program, ...args] = commandFor(process.platform)
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  // A server without a desktop has no such program.
  child.once('error', () => {})
  child.unref()
}

function commandFor(platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open']
    case 'win32':
      // The empty text is the window's title, which "start" takes from the first quoted argument.
      return ['cmd', '/c', 'start', '""']
    default:
      return ['xdg-open']
  }
}
