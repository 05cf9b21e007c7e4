import assert from 'node:assert/strict'
import type { Check } from '../subject/check.ts'
import { nameOf } from '../subject/expectations.ts'
import { needed } from '../subject/skipped.ts'

/** How many mismatches to print; the rest are only counted. */
const PRINTED_MAX = 10

/** Section 4.2, checked on every response that the other checks received. */
export const EVERY_RESPONSE_MATCHES_THE_CONTRACT: Check = {
  section: '4.2',
  claim: 'every response matches its declaration in /openapi.yaml',
  async run({ client, contract }) {
    const published = await contract()
    needed(client.answers[0], 'no request was sent')
    const found = client.answers.flatMap((answer) =>
      published.mismatches(answer).map((fault) => `${nameOf(answer)} (${answer.status}): ${fault}`),
    )
    const printed = [...new Set(found)].slice(0, PRINTED_MAX).join('\n')
    assert.equal(found.length, 0, `${found.length} mismatches, such as\n${printed}`)
  },
}
