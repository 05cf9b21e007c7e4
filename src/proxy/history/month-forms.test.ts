import { beforeEach, expect, it } from 'vitest'
import { createMemoryLedger } from '../../testing/strange-visits/memory-ledger.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { ServiceRefusal, ServiceResult } from '../upstream/connection/service-answer.ts'
import { inMonthForm, type Labels } from './month-forms.ts'

const DAY = 86_400_000
const LABELS: Labels = { from: '2026-09-01', to: '2026-11-01' }
const LABEL = /^\d{4}-\d{2}-\d{2}$/
const MONTH = /^\d{4}-\d{2}$/
const NONE = /^$/

let ledger: LessonLedger
let now: number
let asked: string[]

beforeEach(() => {
  ledger = createMemoryLedger()
  now = Date.parse('2026-11-21T10:00:00Z')
  asked = []
})

/** Makes a call to a service that reads months of this form; returns the forms that were sent. */
async function callTo(accepted: RegExp, code = 'invalid_parameter', parameter = 'from'): Promise<string[]> {
  asked = []
  const refusal = { code, parameter } as ServiceRefusal
  await inMonthForm({ ledger, clock: () => new Date(now) }, LABELS, async ({ from = '' }) => {
    asked.push(from)
    return (accepted.test(from) ? { kind: 'ok', value: 1 } : { kind: 'refused', refusal }) as ServiceResult<number>
  })
  return asked
}

it.each([
  ['labels', LABEL, '2026-09-01', MONTH, '2026-09'],
  ['months', MONTH, '2026-09', LABEL, '2026-09-01'],
])('a service that read %s is asked in the other form once it refuses them, and then only so', async (...given) => {
  const [, before, form, after, other] = given
  await callTo(before)
  expect(await callTo(before)).toEqual([form])
  now += DAY
  expect(await callTo(after)).toEqual([form, other])
  expect(await callTo(after)).toEqual([other])
})

it('months that are refused in both forms are asked in the other one once a day', async () => {
  await callTo(LABEL)
  expect(await callTo(NONE)).toEqual(['2026-09-01'])
  now += DAY
  expect(await callTo(NONE)).toEqual(['2026-09-01', '2026-09'])
  expect(await callTo(NONE)).toEqual(['2026-09-01'])
  expect(await callTo(LABEL)).toEqual(['2026-09-01'])
})

it.each([
  ['resolution_not_in_plan', 'from'],
  ['invalid_parameter', 'res'],
])('a refusal as %s of %s says nothing about the form of months', async (code, parameter) => {
  expect(await callTo(NONE, code, parameter)).toEqual(['2026-09-01'])
})
