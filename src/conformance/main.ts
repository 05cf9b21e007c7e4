import { parseArgs } from 'node:util'
import { fuzz, shareKeptOut, statusTable } from './fuzz/fuzz.ts'
import { type Check, checkName, type Outcome, runCheck } from './subject/check.ts'
import { NotShown } from './subject/not-shown.ts'
import { openSubject, type Subject } from './subject/subject.ts'
import { CHECKS } from './suite.ts'

const USAGE = `Checks over HTTP whether a service keeps the interface.

usage: npm run conformance -- --base URL --token TOKEN [OPTION…]

  --base URL             base address, as https://statistics.example/public/v1
  --token TOKEN          of an active account that nobody else spends from meanwhile; about 100 metered requests are
                         spent
  --now DATE             day by which the service serves periods, where it is not today
  --only SECTION         checks of this section only, as 4.8 (or 4 for all of 4)
  --fuzz N               instead of the checks: N made-up requests, none of which may fail or be answered otherwise
                         than /openapi.yaml declares; --seed S repeats those of a run before. The token should be of a
                         plan without narrow limits, since what they keep out is not looked at
  --decisions            also what docs/decisions/0007 decides where the interface is silent

Some rules can only be shown with further tokens:
  --rw-token TOKEN       of kind svc_live_rw_
  --ro-token TOKEN       of kind svc_live_ro_
  --revoked-token TOKEN
  --lapsed-token TOKEN   of an account whose subscription is not active
  --small-token TOKEN    of an account with at most 100 metered requests left, which will be spent
  --slow-token TOKEN     of an account with at most 100 requests a minute in each group
  --coarse-token TOKEN   of a plan whose finest resolution is coarser than 8
  --unanchored-token TOKEN  of an account whose cycle is not anchored to a day
`

interface Request {
  readonly subject: Subject
  readonly checks: readonly Check[]
  /** How many made-up requests to ask instead, and which. */
  readonly fuzz: { requests: number; seed: number } | null
}

/** Runs the suite; answers the exit code: 0 when nothing failed, 1 when something did, 2 when it was asked wrongly. */
export async function main(args: readonly string[], print: Print = printLine): Promise<0 | 1 | 2> {
  if (args.includes('--help')) {
    print(USAGE)
    return 0
  }
  const request = readRequest(args)
  if (typeof request === 'string') {
    print(`${request}\n\n${USAGE}`)
    return 2
  }
  return request.fuzz ? runFuzz(request.subject, request.fuzz, print) : runChecks(request, print)
}

type Print = (line: string) => void

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function runChecks({ subject, checks }: Request, print: Print): Promise<0 | 1> {
  const counts: Record<Outcome['kind'], number> = { passed: 0, failed: 0, 'not shown': 0 }
  for (const check of checks) {
    const outcome = await runCheck(check, subject)
    counts[outcome.kind]++
    print(lineOf(check, outcome))
  }
  const { answers } = subject.client
  const metered = answers.filter(({ path, status }) => status === 200 && path.startsWith('/stats/')).length
  print(
    `\n${counts.passed} passed, ${counts.failed} failed, ${counts['not shown']} not shown; ` +
      `${answers.length} requests, ${metered} of them metered and answered`,
  )
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

/** Share of made-up requests that may be kept out by limits before a run says little. */
const KEPT_OUT_MAX = 0.02

async function runFuzz(subject: Subject, options: { requests: number; seed: number }, print: Print): Promise<0 | 1> {
  const report = await fuzz(subject, options).catch((error) => {
    if (error instanceof NotShown) return error
    throw error
  })
  if (report instanceof NotShown) {
    print(`no requests can be made up: ${report.message}`)
    return 1
  }
  const { faults } = report
  for (const fault of faults) print(fault)
  for (const line of statusTable(report)) print(line)
  print(`\n${options.requests} requests of seed ${options.seed}: ${faults.length} faults`)
  const keptOut = shareKeptOut(report)
  if (keptOut > KEPT_OUT_MAX) {
    print(
      `${Math.round(100 * keptOut)} % were kept out by a limit (402 and 429) and say little: give a token with a larger allowance and more requests a minute`,
    )
  }
  return faults.length === 0 ? 0 : 1
}

const WORDS: Readonly<Record<Outcome['kind'], string>> = {
  passed: 'passed   ',
  failed: 'FAILED   ',
  'not shown': 'not shown',
}

function lineOf(check: Check, outcome: Outcome): string {
  const line = `${WORDS[outcome.kind]}  ${checkName(check)}`
  if (outcome.kind === 'passed') return line
  return `${line}\n${outcome.reason.trim().replace(/^/gm, '           ')}`
}

const text = { type: 'string' } as const

/** The request, or what is wrong with it. */
function readRequest(args: readonly string[]): Request | string {
  const values = readOptions(args)
  if (typeof values === 'string') return values
  const { base = '', token = '', now, only, decisions, fuzz: requests, seed } = values
  if (!URL.canParse(base) || !/^https?:/.test(base)) return `--base "${base}" should be an http or https address`
  if (token === '') return '--token is missing'
  if (now !== undefined && Number.isNaN(Date.parse(now))) return `--now "${now}" should be a date as 2026-11-10`
  const checks = CHECKS.filter((check) => (decisions || !check.decided) && isIn(check, only))
  if (checks.length === 0) return `--only "${only}": no check is of this section`
  for (const number of [requests, seed]) {
    if (number !== undefined && !/^\d{1,9}$/.test(number)) return `"${number}" should be a whole number`
  }
  const others = {
    rw: values['rw-token'],
    ro: values['ro-token'],
    revoked: values['revoked-token'],
    lapsed: values['lapsed-token'],
    small: values['small-token'],
    slow: values['slow-token'],
    coarse: values['coarse-token'],
    unanchored: values['unanchored-token'],
  }
  return {
    subject: openSubject({ base, token, others, ...(now ? { now: new Date(now) } : {}) }),
    checks,
    fuzz: requests === undefined ? null : { requests: Number(requests), seed: Number(seed ?? Date.now() % 1e9) },
  }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        base: text,
        token: text,
        now: text,
        only: text,
        decisions: { type: 'boolean' },
        fuzz: text,
        seed: text,
        'rw-token': text,
        'ro-token': text,
        'revoked-token': text,
        'lapsed-token': text,
        'small-token': text,
        'slow-token': text,
        'coarse-token': text,
        'unanchored-token': text,
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isIn({ section }: Check, only: string | undefined): boolean {
  return only === undefined || section === only || section.startsWith(`${only}.`)
}
