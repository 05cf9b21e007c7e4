import { expect, test } from 'vitest'
import { writeGround } from '../../contract/cell-ground.ts'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { GroundShelf } from './ground-shelf.ts'

const PARENT = trustCell('85394463fffffff')

/** A shelf whose requests fail as long as `answer` is null. */
function shelfOver(answer: { current: Response | null }) {
  let now = 0
  let changes = 0
  const sent: string[] = []
  const send = async (input: RequestInfo | URL) => {
    sent.push(String(input))
    if (answer.current === null) throw new TypeError('fetch failed')
    return answer.current
  }
  const shelf = new GroundShelf({ baseUrl: '', send, now: () => now, capacity: 10, onChange: () => changes++ })
  const settled = (count = 1) => expect.poll(() => changes).toBe(count)
  return { shelf, sent, pass: (ms: number) => (now += ms), settled }
}

const sea = (parent: Cell) => Response.json({ tiles: { [parent]: writeGround(tileCells(parent).map(() => 'sea')) } })

test('a failed request is known, with the time of the next, and repeated no earlier', async () => {
  const answer = { current: null as Response | null }
  const { shelf, pass, settled } = shelfOver(answer)
  shelf.want(PARENT)
  await settled()
  expect(shelf.failureOf(PARENT)).toEqual({ message: 'The server did not answer.', retryAt: 15_000 })
  answer.current = sea(PARENT)
  shelf.want(PARENT)
  expect(shelf.isAsked(PARENT)).toBe(false)
  pass(15_000)
  shelf.want(PARENT)
  await expect.poll(() => shelf.groundOf(PARENT, tileCells(PARENT)[0] ?? PARENT)).toBe('sea')
  expect(shelf.failureOf(PARENT)).toBeNull()
})

test('forgetting failures lets a viewer ask at once', async () => {
  const answer = { current: null as Response | null }
  const { shelf, settled } = shelfOver(answer)
  shelf.want(PARENT)
  await settled()
  answer.current = sea(PARENT)
  shelf.forgetFailures()
  shelf.want(PARENT)
  await expect.poll(() => shelf.groundOf(PARENT, tileCells(PARENT)[0] ?? PARENT)).toBe('sea')
})

test('a request names its coverage, and an answer for a former one is dropped', async () => {
  const answer = { current: sea(PARENT) as Response | null }
  const { shelf, sent, settled } = shelfOver(answer)
  const [cell = PARENT] = tileCells(PARENT)
  shelf.want(PARENT)
  await Promise.resolve()
  shelf.followCoverage('a&b')
  await settled()
  expect([shelf.groundOf(PARENT, cell), shelf.isAsked(PARENT)]).toEqual(['unknown', false])
  answer.current = sea(PARENT)
  shelf.want(PARENT)
  await settled(2)
  expect(shelf.groundOf(PARENT, cell)).toBe('sea')
  expect(sent).toEqual(['', '&coverage=a%26b'].map((of) => `/api/ground?parents=${PARENT}${of}`))
})
