import assert from 'node:assert/strict'
import type { Check } from '../subject/check.ts'
import { nameOf } from '../subject/expectations.ts'
import { needed } from '../subject/not-shown.ts'

/** Departures that are told of; the rest is counted. */
const TOLD = 10

/** Section 4.2, looked at in every answer that the other checks were given. */
export const EVERY_ANSWER_FITS_THE_CONTRACT: Check = {
  section: '4.2',
  claim: 'every answer met is as /openapi.yaml declares it',
  async run({ client, contract }) {
    const published = await contract()
    needed(client.answers[0], 'nothing was asked')
    const found = client.answers.flatMap((answer) =>
      published.departures(answer).map((fault) => `${nameOf(answer)} (${answer.status}): ${fault}`),
    )
    const told = [...new Set(found)].slice(0, TOLD).join('\n')
    assert.equal(found.length, 0, `${found.length} departures, such as\n${told}`)
  },
}
