import { beforeEach, describe, expect, it } from 'vitest'
import { createLengthDoubts, type LengthDoubts, type LengthFailure } from './length-doubts.ts'

let doubts: LengthDoubts
/** What free requests show about a length. */
let taken: boolean | null

beforeEach(() => {
  taken = true
  doubts = createLengthDoubts(async () => taken)
})

const judge = async (bytes: number, how: LengthFailure, mark: number) => {
  const verdict = await doubts.judge(bytes, how, mark)
  return verdict.kind === 'believed' ? `from ${verdict.from}` : verdict.kind
}
const fail = (bytes: number, how: LengthFailure) => judge(bytes, how, doubts.mark())

describe('a list that fails once', () => {
  it.each([
    ['refused', 'again'],
    ['broken', 'nothing'],
  ] as const)('(%s) shows nothing about its length yet', async (how, verdict) => {
    expect(await fail(6_000, how)).toBe(verdict)
    expect(doubts.suspected()).toBeNull()
    doubts.noteAccepted(6_000)
    expect(await fail(6_000, how), 'long after').toBe(verdict)
  })

  it.each(['refused', 'broken'] as const)(
    '(%s) is too long when a free request of its length fails too',
    async (how) => {
      taken = false
      expect(await fail(6_000, how)).toBe('from 6000')
    },
  )

  it.each(['refused', 'broken'] as const)('(%s) is not too long where every server accepts its length', async (how) => {
    taken = false
    expect([await fail(500, how), await fail(500, how)]).toEqual(['nothing', 'nothing'])
  })

  it.each([
    ['refused', 'again'],
    ['broken', 'nothing'],
  ] as const)('(%s) together with others shows no more than one alone', async (how, verdict) => {
    const marks = [doubts.mark(), doubts.mark(), doubts.mark()]
    const verdicts: string[] = []
    for (const mark of marks) verdicts.push(await judge(6_000, how, mark))
    expect(verdicts).toEqual([verdict, verdict, verdict])
    expect(doubts.suspected()).toBeNull()
  })
})

describe('a list that fails twice in succession', () => {
  it('is too long when it is refused, and so are shorter ones that are refused then', async () => {
    expect([await fail(6_000, 'refused'), await fail(6_000, 'refused')]).toEqual(['again', 'from 6000'])
    expect(await fail(4_000, 'refused')).toBe('from 4000')
  })

  it('(broken) is too long once a shorter one is accepted and it breaks again', async () => {
    expect([await fail(6_000, 'broken'), await fail(6_000, 'broken')]).toEqual(['nothing', 'shorter'])
    expect(doubts.suspected()).toBe(6_000)
    doubts.noteAccepted(400)
    expect(doubts.suspected(), 'every server accepts as much').toBe(6_000)
    doubts.noteAccepted(4_000)
    expect(doubts.suspected()).toBeNull()
    expect(await fail(7_000, 'broken')).toBe('from 6000')
  })

  it('(broken) is not too long when it is accepted after the shorter one', async () => {
    await fail(6_000, 'broken')
    await fail(6_000, 'broken')
    doubts.noteAccepted(4_000)
    doubts.noteAccepted(6_000)
    expect(await fail(6_000, 'broken')).toBe('nothing')
  })

  it('and broke has still shorter ones tried, one at each attempt, while these break too', async () => {
    await fail(6_000, 'broken')
    await fail(6_000, 'broken')
    expect(await fail(4_000, 'broken')).toBe('nothing')
    expect(doubts.suspected()).toBe(4_000)
    doubts.noteAccepted(2_000)
    expect(await fail(6_000, 'broken')).toBe('from 4000')
  })

  it('but was accepted in between is not too long', async () => {
    await fail(6_000, 'broken')
    doubts.noteAccepted(6_000)
    expect(await fail(6_000, 'broken')).toBe('nothing')
  })
})

describe('a circle that is refused as too large', () => {
  const refuse = () => doubts.judgeContent(doubts.mark(), null)

  it('has too many cells once a second one sent later is refused, too, with nothing accepted in between', async () => {
    const atOnce = [doubts.mark(), doubts.mark()]
    for (const mark of atOnce) expect(await doubts.judgeContent(mark, null)).toBe('again')
    doubts.noteAccepted(90)
    expect(await refuse()).toBe('again')
    expect(await refuse()).toBe('believed')
  })

  it('is believed at once from then on', async () => {
    await refuse()
    await refuse()
    doubts.noteAccepted(90)
    expect(await refuse()).toBe('believed')
  })

  it('shows nothing of a service that has said of another call that it has too many', async () => {
    doubts.noteTooMany()
    expect([await refuse(), await refuse()]).toEqual(['nothing', 'nothing'])
  })
})
