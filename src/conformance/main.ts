import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plainText } from '../domain/names/plain-text.ts'
import { fuzz, shareLimited, statusTable } from './fuzz/fuzz.ts'
import { type Check, checkName, type Outcome, runCheck } from './subject/check.ts'
import { whyUnreached } from './subject/http-client.ts'
import { refusedTokens } from './subject/refused-tokens.ts'
import { Skipped } from './subject/skipped.ts'
import { openSubject, type Subject } from './subject/subject.ts'
import { CHECKS } from './suite.ts'

const USAGE = `Checks over HTTP whether a service follows the interface.

usage: npm run conformance -- --base URL --token TOKEN [OPTION…]

  --base URL             base address, such as https://statistics.example/public/v1
  --token TOKEN          token of an active account that nobody else is using; about 100 metered requests are spent.
                         A plan with resolution 8 and some hundred cells per request; smaller ones skip many checks
  --token-file FILE      a file with that token, instead of --token
  --header "NAME: VALUE" a header for a gateway in front of the service, sent with every request; may be repeated
  --proxy URL            the HTTP proxy that leads to the service, such as http://proxy.example:3128
  --now DATE             the service's current day, if it is not today
  --only SECTION         run the checks of one section only, such as 4.8 (or 4 for all of 4)
  --fuzz N               instead of the checks, send N random requests; none may fail or get a response that
                         /openapi.yaml does not declare. --seed S repeats an earlier run. Use a token with generous
                         limits: requests that a limit refuses test nothing
  --decisions            also check what docs/interface.md decides where the interface is silent

Some rules need further tokens and are skipped without them:
  --rw-token TOKEN       a token that starts with svc_live_rw_
  --ro-token TOKEN       a token that starts with svc_live_ro_
  --revoked-token TOKEN  a revoked token
  --lapsed-token TOKEN   of an account whose subscription is not active
  --small-token TOKEN    of an account with at most 100 metered requests left; all of them are spent
  --slow-token TOKEN     of an account with at most 100 requests a minute in each group
  --coarse-token TOKEN   of an account on a plan whose finest resolution is coarser than 8
  --unanchored-token TOKEN  of an account whose cycle is not anchored to a day
`

interface Request {
  readonly subject: Subject
  readonly checks: readonly Check[]
  /** How many random requests to send instead, and their seed. */
  readonly fuzz: { requests: number; seed: number } | null
}

/** Runs the suite; returns the exit code: 0 when all checks passed, 1 when one failed, 2 for a usage error. */
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
  const { client } = request.subject
  const unreached = await whyUnreached(client)
  if (unreached !== null) {
    print(
      `Nothing was checked: ${client.base} cannot be reached (${unreached}). Is --base right, and is the service running?`,
    )
    return 1
  }
  const refused = await refusedTokens(request.subject)
  if (refused.length > 0) {
    print(`Nothing was checked: ${client.base} refuses ${refused.join(', ')}.`)
    return 1
  }
  return request.fuzz ? runFuzz(request.subject, request.fuzz, print) : runChecks(request, print)
}

type Print = (line: string) => void

function printLine(line: string): void {
  process.stdout.write(`${plainText(line)}\n`)
}

async function runChecks({ subject, checks }: Request, print: Print): Promise<0 | 1> {
  const counts: Record<Outcome['kind'], number> = { passed: 0, failed: 0, skipped: 0 }
  for (const check of checks) {
    const outcome = await runCheck(check, subject)
    counts[outcome.kind]++
    print(lineOf(check, outcome))
  }
  const { answers } = subject.client
  const metered = answers.filter(({ path, status }) => status === 200 && path.startsWith('/stats/')).length
  print(
    `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped; ` +
      `${answers.length} requests, of which ${metered} were metered`,
  )
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

/** Share of random requests that limits may refuse before a run says too little. */
const LIMITED_SHARE_MAX = 0.02

async function runFuzz(subject: Subject, options: { requests: number; seed: number }, print: Print): Promise<0 | 1> {
  const report = await fuzz(subject, options).catch((error) => {
    if (error instanceof Skipped) return error
    throw error
  })
  if (report instanceof Skipped) {
    print(`cannot generate requests: ${report.message}`)
    return 1
  }
  const { faults } = report
  for (const fault of faults) print(fault)
  for (const line of statusTable(report)) print(line)
  print(`\n${options.requests} requests with seed ${options.seed}: ${faults.length} faults`)
  const limited = shareLimited(report)
  if (limited > LIMITED_SHARE_MAX) {
    print(
      `${Math.round(100 * limited)}% were refused because of a limit (402 or 429) and tested nothing; use a token with a larger allowance and more requests a minute`,
    )
  }
  return faults.length === 0 ? 0 : 1
}

const WORDS: Readonly<Record<Outcome['kind'], string>> = {
  passed: 'passed ',
  failed: 'FAILED ',
  skipped: 'skipped',
}

function lineOf(check: Check, outcome: Outcome): string {
  const line = `${WORDS[outcome.kind]}  ${checkName(check)}`
  if (outcome.kind === 'passed') return line
  return `${line}\n${outcome.reason.trim().replace(/^/gm, '         ')}`
}

const text = { type: 'string' } as const

/** Parses the arguments; returns a usage error as text. */
function readRequest(args: readonly string[]): Request | string {
  const values = readOptions(args)
  if (typeof values === 'string') return values
  const { base = '', now, only, decisions, fuzz: requests, seed, proxy: outboundProxy } = values
  if (!URL.canParse(base) || !/^https?:/.test(base)) return `--base: expected an http or https address, found "${base}"`
  const token = readToken(values)
  if (typeof token !== 'string') return token.fault
  const headers = readHeaders(values.header ?? [])
  if (typeof headers === 'string') return headers
  if (outboundProxy !== undefined && !(URL.canParse(outboundProxy) && /^https?:/.test(outboundProxy)))
    return '--proxy: expected the address of an HTTP proxy, such as http://proxy.example:3128'
  if (now !== undefined && Number.isNaN(Date.parse(now)))
    return `--now: expected a date such as 2026-11-10, found "${now}"`
  const checks = CHECKS.filter((check) => (decisions || !check.decided) && isIn(check, only))
  if (checks.length === 0) return `--only: expected a section with checks, such as 4.8, found "${only}"`
  for (const number of [requests, seed]) {
    if (number !== undefined && !/^\d{1,9}$/.test(number))
      return `--fuzz and --seed: expected a whole number, found "${number}"`
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
    subject: openSubject({
      base,
      token,
      others,
      way: { headers, outboundProxy },
      ...(now ? { now: new Date(now) } : {}),
    }),
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
        'token-file': text,
        header: { type: 'string', multiple: true },
        proxy: text,
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

/** Returns the token of an option or a file. */
function readToken(values: { token?: string; 'token-file'?: string }): string | { fault: string } {
  const { token, 'token-file': file } = values
  if (file === undefined) return token || { fault: '--token is missing' }
  if (token !== undefined) return { fault: 'give either --token or --token-file' }
  try {
    return readFileSync(file, 'utf8').trim() || { fault: `--token-file: "${file}" is blank` }
  } catch (error) {
    return { fault: `--token-file: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Returns the headers by name, or a usage error, which repeats no value: it may be a key. */
function readHeaders(all: readonly string[]): Record<string, string> | string {
  const headers: Record<string, string> = {}
  for (const [index, one] of all.entries()) {
    const [, name, value] = /^([a-z][\w-]*):\s*(\S.*)$/i.exec(one) ?? []
    if (name === undefined || value === undefined)
      return `--header: expected a name and a value such as "X-Api-Key: 0123456789"; number ${index + 1} is not like that`
    headers[name] = value
  }
  return headers
}

function isIn({ section }: Check, only: string | undefined): boolean {
  return only === undefined || section === only || section.startsWith(`${only}.`)
}
