import { isAbsolute, relative, sep } from 'node:path'
import { faultText, folderInPlace, isGivenUp } from '../server/storage/file-faults.ts'
import { InvalidAccountValue } from '../service/accounts/account-error.ts'
import { InvalidOption } from '../service/import/reading/import-options.ts'
import { say } from './environment/terminal.ts'
import { UsageError } from './environment/usage-error.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]
const USAGE_ERRORS = [UsageError, InvalidOption, InvalidAccountValue]

/** Codes of a folder that cannot be written, with what an operator can do: such errors seldom say it. */
const ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^(EACCES|EPERM)$/, 'run this as a user who can write to it'],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, 'make room on its disk'],
  [/^SQLITE_IOERR/, 'its disk is full or faulty'],
  [/^(EROFS|SQLITE_READONLY)/, 'its disk, or something in it, can only be read'],
  [/^ENOTDIR$/, 'it, or something on the way to it, is a file'],
]
/** How /proc reports that nothing can be created there. */
const UNMADE = 'no folder can be created there; choose another place'
const DANGLING = 'a link on the way to it leads nowhere, or to a file'
/** Calls of the system that fail with the same codes: a port below 1024, a process of another user. */
const OF_NO_FOLDER = ['listen', 'bind', 'kill']

/** Prints what went wrong and returns the exit code: 2 for a usage error, otherwise 1. */
export function reportFailure(error: unknown, dataDir: string | null = null): 1 | 2 {
  say(`squaremetre: ${failureText(error, dataDir)}`)
  return USAGE_ERRORS.some((kind) => error instanceof kind) ? 2 : 1
}

/** What went wrong, with DATA_DIR where that may be the reason. */
export function failureText(error: unknown, dataDir: string | null): string {
  if (!(error instanceof Error)) return String(error)
  // A stack helps only with bugs of this program.
  const isBug = BUGS.some((kind) => error instanceof kind)
  const text = isBug ? String(error.stack) : faultText(error)
  const advice = dataDir === null ? null : adviceOn(error, dataDir)
  if (advice !== null) return `${text} (DATA_DIR is ${[dataDir, ...advice].join('; ')})`
  const unmade = adviceOnNewFolder(error)
  return unmade === null ? text : `${text}; ${unmade}`
}

type Failure = Error & { code?: unknown; syscall?: unknown; path?: unknown }

/** What an operator can do about DATA_DIR: at most one advice, or null when it is not the reason. */
function adviceOn(error: Failure, dataDir: string): readonly string[] | null {
  const { code, syscall, path, cause } = error
  const inPlace = folderInPlace(error)
  if (inPlace !== null) return inPlace ? [] : ['run this as a user who can write to it']
  if (isGivenUp(error)) return ['make room on its disk']
  if (OF_NO_FOLDER.some((each) => each === syscall)) return null
  if (typeof path === 'string' && !isWithin(path, dataDir) && !isWithin(dataDir, path)) return null
  const [, advice] = ADVICE.find(([codes]) => codes.test(String(code))) ?? []
  if (advice !== undefined) return [advice]
  const unmade = adviceOnNewFolder(error)
  if (unmade !== null) return [unmade]
  if (syscall === 'mkdir') return []
  return cause instanceof Error ? adviceOn(cause, dataDir) : null
}

function adviceOnNewFolder({ code, syscall }: Failure): string | null {
  if (syscall !== 'mkdir') return null
  return code === 'ENOENT' ? UNMADE : code === 'EEXIST' ? DANGLING : null
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}
