import type { z } from 'zod'
import { invalidParameter, missingParameter, type Refusal } from './refusal.ts'

/** The refusal of parameters that do not match an endpoint's schema; it names the first fault. */
export function refusalOfParameters({ issues }: z.core.$ZodError, sent: unknown): Refusal {
  const [issue] = issues
  if (!issue) return invalidParameter('', 'the parameters cannot be read')
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return invalidParameter(key, `there is no parameter "${key}"`)
  }
  const parameter = String(issue.path[0] ?? '')
  const value: unknown = Object(sent)[parameter]
  if (value === undefined) return missingParameter(parameter, `send ${parameter}`)
  if (Array.isArray(value) && issue.path.length === 1) {
    return invalidParameter(parameter, `${parameter} was sent more than once`)
  }
  return invalidParameter(parameter, `${parameter} "${shortened(faultyPart(value, issue.path[1]))}" ${issue.message}`)
}

/** The cell of a list that is at fault, or the whole value. */
function faultyPart(value: unknown, position: PropertyKey | undefined): string {
  const parts = [value].flat().map(String).join(',')
  return typeof position === 'number' ? (parts.split(',')[position] ?? parts) : parts
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
