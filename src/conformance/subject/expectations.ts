import assert from 'node:assert/strict'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode, errorEnvelope } from '../../contract/service/errors.ts'
import type { Answer } from './http-client.ts'

/** Checks that a response has status 200 and the schema's shape; returns its parsed body. */
export function expectOk<S extends z.ZodType>(schema: S, answer: Answer): z.output<S> {
  assert.equal(
    answer.status,
    200,
    `${nameOf(answer)}: expected status 200, found ${answer.status} ${shortened(answer.text)}`,
  )
  const read = schema.safeParse(answer.body)
  if (!read.success) assert.fail(`${nameOf(answer)} has an unexpected shape: ${z.prettifyError(read.error)}`)
  return read.data
}

/** Checks that a response is a refusal with this code and, if it names a parameter, that it is one of these. */
export function expectRefusal(answer: Answer, code: ErrorCode, parameters: readonly string[] = []): void {
  const envelope = errorEnvelope.safeParse(answer.body)
  assert.ok(
    envelope.success,
    `${nameOf(answer)}: expected a refusal with ${code}, found ${answer.status} ${shortened(answer.text)}`,
  )
  const { error, parameter } = envelope.data
  assert.equal(error, code, `${nameOf(answer)}: expected a refusal with ${code}, found ${error}`)
  const fits =
    code === 'malformed_request' ? answer.status >= 400 && answer.status < 500 : answer.status === ERROR_STATUS[code]
  assert.ok(fits, `${nameOf(answer)}: ${code} has the wrong status ${answer.status}`)
  if (parameter === undefined || parameters.length === 0) return
  assert.ok(
    parameters.includes(parameter),
    `${nameOf(answer)}: expected parameter ${parameters.join(' or ')}, found ${parameter}`,
  )
}

/** The response's request, as named in reports. */
export function nameOf({ method, path }: Answer): string {
  return `${method} ${shortened(path)}`
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
