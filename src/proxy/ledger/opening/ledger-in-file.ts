import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import { faultText, isDamage, isFileFault } from '../../../server/storage/file-faults.ts'
import { identityOf } from '../../../server/storage/file-identity.ts'
import { NotOurDatabase } from '../../../server/storage/own-tables.ts'
import { type Ledger, LedgerUnreachable } from '../ledger.ts'
import { openSqliteLedger } from '../sqlite/sqlite-ledger.ts'

/** Milliseconds between checks whether the file can be used again, and is still the open one. */
const LOOK_MS = 1_000
/**
 * Methods that begin a purchase, or tell whether one may begin. They are refused while the file is faulty, because a paid
 * response could not be kept.
 */
const SPENDS: ReadonlySet<keyof Ledger> = new Set(['takeCall', 'lease', 'reach'])

/**
 * Opens the ledger in a file; throws with the file's name when it cannot be used. When the disk is full, or the file is
 * damaged, removed or not readable any more, its methods reject with `LedgerUnreachable`. This is logged once with the
 * file's name, and ends as soon as the disk has room or another file is in its place.
 */
export function openLedgerInFile(file: string, log: Logger): Ledger {
  let current: Ledger | null = openNamed(file)
  let opened = identityOf(file)
  let fault: { readonly message: string; readonly isDamaged: boolean; readonly changedAt: number } | null = null
  const methods = Object.keys(current) as (keyof Ledger)[]

  const note = (error: unknown): LedgerUnreachable => {
    if (fault === null) log.error({ file, err: error }, 'the ledger cannot be read or written; nothing is bought')
    fault ??= { message: faultText(error), isDamaged: isDamage(error), changedAt: changeOf(file) }
    return new LedgerUnreachable(new Error(`${file}: ${faultText(error)}`, { cause: error }))
  }
  const reopen = async () => {
    // Closed first, so that the rest of its write-ahead log does not get into the other file.
    await current?.close().catch((err: unknown) => log.debug({ file, err }, 'the earlier ledger could not be closed'))
    current = null
    current = openNamed(file)
    opened = identityOf(file)
  }
  const lookNow = async () => {
    try {
      if (identityOf(file) !== opened) {
        note(new Error('the file was removed or replaced'))
        await reopen()
      } else if (fault?.isDamaged) {
        // Parts of it may still be readable, but only a person can repair it.
        if (changeOf(file) === fault.changedAt) return
        await reopen()
      }
      await (fault === null ? current?.newestPeriod() : (current ?? openAgain()).check())
      if (fault !== null) log.info({ file }, 'the ledger can be read and written again')
      fault = null
    } catch (error) {
      // Another process may hold the lock for a while.
      if (fault !== null || isFileFault(error)) note(error)
    }
  }
  let looking: Promise<void> | null = null
  /** One look at a time, because it may open the file. */
  const look = () => {
    looking ??= lookNow().finally(() => {
      looking = null
    })
    return looking
  }
  const openAgain = () => {
    current = openNamed(file)
    opened = identityOf(file)
    return current
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  const ask = async (name: keyof Ledger, input: readonly unknown[]): Promise<unknown> => {
    // Writes to a file that was removed would be lost.
    if (name === 'commit' && identityOf(file) !== opened) await look()
    if (current === null || (fault !== null && SPENDS.has(name))) {
      throw new LedgerUnreachable(`${file}: ${fault?.message ?? 'not open'}`)
    }
    const method = current[name] as (...input: readonly unknown[]) => Promise<unknown>
    try {
      return await method(...input)
    } catch (error) {
      throw isFileFault(error) ? note(error) : error
    }
  }
  const asked = methods.map((name) => [name, (...input: readonly unknown[]) => ask(name, input)])
  return {
    ...(Object.fromEntries(asked) as unknown as Ledger),
    check: async () => {
      await look()
      if (fault !== null) throw new LedgerUnreachable(`${file}: ${fault.message}`)
    },
    close: async () => {
      clearInterval(timer)
      try {
        await current?.close()
      } catch (err) {
        if (!isFileFault(err)) throw err
        // Nothing is lost: the write-ahead log stays beside the file.
        log.error({ file, err }, 'the ledger could not be closed properly')
      }
    },
  }
}

function openNamed(file: string): Ledger {
  try {
    return openSqliteLedger(file)
  } catch (error) {
    // Where the folder or the disk is at fault, moving paid figures away would only lose them.
    const advice =
      isDamage(error) || error instanceof NotOurDatabase
        ? '. Restore it from a backup, or move it away to begin without bought figures'
        : ''
    throw new Error(`the ledger ${file} cannot be opened: ${faultText(error)}${advice}`, { cause: error })
  }
}

/** When the file was last written. */
function changeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
