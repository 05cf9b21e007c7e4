import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { type PlanTable, plan, SHIPPED_PLANS } from './plans.ts'

const LONGEST_SHOWN = 80
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

const table = z
  .strictObject({
    default_plan: z.string('should be the name of a plan'),
    plans: z.record(
      z.string().regex(NAME, 'should be a name of up to 40 letters, digits, ".", "_" and "-"'),
      plan,
      'should be a map of plans, each with its limits',
    ),
  })
  .refine(({ default_plan, plans }) => Object.hasOwn(plans, default_plan), {
    path: ['default_plan'],
    error: 'should be the name of one of the plans of this file',
  })

/** An invalid plans file; the message names each invalid value and what is expected. */
class PlansFileError extends Error {
  override readonly name = 'PlansFileError'
}

/** Where plans are read from. */
export interface PlanLocation {
  readonly dataDir: string
  /** Null: DATA_DIR/service/plans.yaml if it exists, else the built-in plans. */
  readonly plansFile: string | null
}

/** The file that the plans in force are read from; null for the built-in ones. */
export function plansFileOf({ dataDir, plansFile }: PlanLocation): string | null {
  const own = join(dataDir, 'service', 'plans.yaml')
  return plansFile ?? (existsSync(own) ? own : null)
}

/**
 * The plans in force: from `plansFile` (JSON or YAML), else from DATA_DIR/service/plans.yaml if it exists, else the
 * built-in ones. Throws a PlansFileError.
 */
export function readPlans(location: PlanLocation): PlanTable {
  const used = plansFileOf(location)
  return used === null ? SHIPPED_PLANS : parsePlans(textOf(used), used)
}

/** Reads the text of a plans file; errors call the file `name`. */
export function parsePlans(text: string, name: string): PlanTable {
  const raw = rawPlans(text, name)
  // Also a file of comments alone.
  if (raw === null) {
    throw new PlansFileError(`${name}: the file has no plans; "squaremetre plans" prints some to begin with`)
  }
  const parsed = table.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new PlansFileError(parsed.error.issues.map((issue) => `${name}: ${fault(issue, raw)}`).join('\n'))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new PlansFileError(`the plans file ${file} cannot be read: ${(error as Error).message}`)
  }
}

function rawPlans(text: string, name: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new PlansFileError(`${name}: expected JSON or YAML: ${(error as Error).message}`)
  }
}

function fault(issue: z.core.$ZodIssue, raw: unknown): string {
  const at = issue.path.map(String)
  const field = at.join('.') || 'the file'
  if (issue.code === 'unrecognized_keys') return `${field} has an unknown field: ${issue.keys.join(', ')}`
  // A fault in a plan's name has the path of the entry.
  if (issue.code === 'invalid_key') return `plan name "${at.at(-1)}" ${issue.issues[0]?.message}`
  const value = at.reduce<unknown>((of, key) => (of as Record<string, unknown> | null)?.[key], raw)
  if (value === undefined) return `${field} is missing`
  const expected = issue.message
    .replace(/^Invalid input: expected object.*/, 'should have fields and values, as "squaremetre plans" prints them')
    .replace(/^Invalid input: expected/, 'should be')
  return `${field} is ${shown(value)}: it ${expected}`
}

/** A value as JSON, cut off where it is long: any file of one paragraph is one value of YAML. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`
}

const HEAD = `The plans of the statistics service's accounts. The file can also be JSON.

default_plan           the plan of accounts created without --plan
plans.NAME             a plan; "account create --plan NAME" creates an account on it
  allowance            requests per cycle, by group: current is /stats/current, history is /stats/history
  rate_per_min         requests per minute over all tokens of an account, by group; metadata is all free requests
  finest_resolution    finest H3 resolution of figures, 4 to 8
  cells_per_request    most cells that one request for figures can select`

/** Writes plans as the text of a plans file. */
export function writePlans(plans: PlanTable): string {
  return `${HEAD.replace(/^(?=.)/gm, '# ').replace(/^$/gm, '#')}\n${stringify(plans)}`
}
