import assert from 'node:assert/strict'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/errors.ts'
import type { Answer } from './http-client.ts'

/** The body of an answer that must be 200 and of this shape. */
export function answered<S extends z.ZodType>(schema: S, answer: Answer): z.output<S> {
  assert.equal(answer.status, 200, `${nameOf(answer)} gave ${answer.status} ${shortened(answer.text)}`)
  const read = schema.safeParse(answer.body)
  if (!read.success) assert.fail(`${nameOf(answer)} is not of its shape: ${z.prettifyError(read.error)}`)
  return read.data
}

/** Checks that an answer is a refusal with this code; where it names a parameter, that it is one of these. */
export function refused(answer: Answer, code: ErrorCode, parameters: readonly string[] = []): void {
  const envelope = errorEnvelope.safeParse(answer.body)
  assert.ok(
    envelope.success,
    `${nameOf(answer)} should be refused, and gave ${answer.status} ${shortened(answer.text)}`,
  )
  const { error, parameter } = envelope.data
  assert.equal(error, code, `${nameOf(answer)} should be refused with ${code}, and was with ${error}`)
  const fits =
    code === 'malformed_request' ? answer.status >= 400 && answer.status < 500 : answer.status === ERROR_STATUS[code]
  assert.ok(fits, `${nameOf(answer)}: ${code} came with status ${answer.status}`)
  if (parameter === undefined || parameters.length === 0) return
  assert.ok(parameters.includes(parameter), `${nameOf(answer)} blames ${parameter}, not ${parameters.join(' or ')}`)
}

/** The request that an answer belongs to, as a report names it. */
export function nameOf({ method, path }: Answer): string {
  return `${method} ${shortened(path)}`
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
