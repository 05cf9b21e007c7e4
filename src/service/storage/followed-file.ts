import { type FaultLog, FileUnreadable, faultText } from '../../server/storage/file-faults.ts'
import { identityOf } from '../../server/storage/file-identity.ts'

/** How often the file is looked at, at most. */
const LOOK_EVERY_MS = 1_000

/** A store in a file that notices when the file is removed or replaced while it is open. */
export interface Followed {
  /** True while the file is gone, or another one in its place cannot be opened. */
  isDegraded(): boolean
}

/** What follows a file: all its functions use the file. */
interface InFile {
  /** True when there is no room on the disk, so that this only reads the file, or counts elsewhere. */
  readonly isStandIn: boolean
  close(): void
}

interface Following<Store> {
  readonly file: string
  readonly open: () => Store
  /** Whether a removed file is replaced by a new one; otherwise what was open of it stays in use until there is a file again. */
  readonly renews: boolean
  readonly log: FaultLog
}

/**
 * Opens a store in a file, and opens it again when another file is in its place, or once there is room on a full disk.
 * This is logged, once for each change. While the other file cannot be opened, the functions throw `FileUnreadable`.
 */
export function followFile<Store extends InFile>({ file, open, renews, log }: Following<Store>): Store & Followed {
  let current: Store | null = open()
  let opened = identityOf(file)
  let fault: string | null = null
  let lookedAt = performance.now()

  const begin = (error: unknown, message: string) => {
    if (fault === null) log.error({ file, err: error }, message)
    fault = faultText(error)
  }
  const end = (message: string) => {
    fault = null
    log.info({ file }, message)
  }
  const noteStandIn = () => {
    if (current?.isStandIn) begin(new Error('there is no room on its disk'), 'the file cannot be written')
  }
  const reopen = () => {
    try {
      // Closed first, so that the rest of its write-ahead log does not get into the other file.
      current?.close()
    } catch (err) {
      log.error({ file, err }, 'the earlier file could not be closed properly')
    }
    current = null
    try {
      current = open()
      opened = identityOf(file)
      end('the file was replaced and has been opened again')
      noteStandIn()
    } catch (error) {
      begin(error, 'the file was replaced, and the new one cannot be opened')
    }
  }
  const tryWriting = (standIn: Store) => {
    try {
      const found = open()
      if (found.isStandIn) return found.close()
      standIn.close()
      current = found
      opened = identityOf(file)
      end('the file can be written again')
    } catch (error) {
      begin(error, 'the file cannot be opened again')
    }
  }
  const look = () => {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = performance.now()
    const found = identityOf(file)
    if (found === null && !renews) {
      begin(new Error('the file was removed'), 'the file was removed; what is written to it now will be lost')
    } else if (current === null) reopen()
    else if (current.isStandIn) tryWriting(current)
    else if (found !== opened) reopen()
    else if (fault !== null) end('the file is in its place again')
  }
  const use = (name: string, input: readonly unknown[]): unknown => {
    look()
    if (current === null) throw new FileUnreadable(`${file} cannot be read or written: ${fault}`)
    return Reflect.apply(current[name as keyof Store] as () => unknown, current, input)
  }
  const members = Object.entries(current).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' ? (...input: unknown[]) => use(name, input) : member,
  ])
  noteStandIn()
  return {
    ...(Object.fromEntries(members) as Store),
    isDegraded() {
      look()
      return fault !== null
    },
    close: () => current?.close(),
  }
}
