import { z } from 'zod'
import type { Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { parseLensKey } from '../../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import { within } from '../../../server/work/within.ts'
import type { LessonLedger, TileLedger } from '../../ledger/ledger.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import { createRefusalPauses } from './refusal-pauses.ts'

/**
 * The currency of the figures that are bought without naming one. It is US dollars, unless the service has none: then it
 * is what the service offers, or what its first answer names when no currency is asked for. From then on it is asked for by
 * name, because another market's figures could be in another one otherwise.
 */
export interface HomeCurrency {
  /** The currency to ask for; null to ask for none. */
  asked(name: EditionName): Promise<Currency | null>
  /** Returns why figures of tiles in the currency that an answer names must not be kept; null when they may. */
  judge(name: EditionName, answered: string, parents: readonly Cell[]): Promise<Refusal | null>
  /**
   * Call when the service refuses the currency that was sent, with the mark of when the call was. Returns true when the call
   * can be made without naming it. Otherwise, the second refusal in a row pauses purchases of such offers in that currency.
   */
  leave(name: EditionName, sent: Currency | null, refusal: Refusal, mark: number): Promise<boolean>
  /** Returns why nothing is bought in the currency at present; null when purchases are allowed. */
  objection(name: EditionName): Refusal | null
  /** Returns why nothing is bought of a tile whose market was answered for in another currency; null for any other. */
  objectionToTile(name: EditionName, parent: Cell): Promise<Refusal | null>
}

const LESSON = 'home-currency'
const currency = z.string().transform((raw) => parseCurrency(raw))
const period = z
  .string()
  .nullable()
  .transform((raw) => (raw === null ? null : parseAsOf(raw)))
const homeLesson = z.object({
  /** Null asks for none. */
  asks: currency.nullable(),
  /** The period in which this was found out. Figures of a period are bought in one way. */
  since: period.catch(null),
  /** What was asked for in the periods before. */
  asked: currency.nullable().catch(null),
  /** What the answers of the newest period have named. */
  named: currency.nullable(),
  as_of: period,
})
type HomeLesson = z.infer<typeof homeLesson>
const FIRST: HomeLesson = { asks: BASE_CURRENCY, since: null, asked: BASE_CURRENCY, named: null, as_of: null }

const KEPT = 'home-currency markets'
const keptLesson = z.array(z.string()).catch([])
/** Far more than the markets of all offers in all currencies that viewers look at. */
const MOST_KEPT = 1_000

/** Milliseconds that a purchase waits for the service's list of currencies. */
const LIST_WAIT = 2_000

/**
 * `currencies` finds what the service lists for free; null for nothing. `marketsAt` names the markets that may have ground
 * under a parent. `elapsed` is a steady clock in milliseconds.
 */
export function createHomeCurrency(deps: {
  ledger: LessonLedger & Pick<TileLedger, 'edition'>
  currencies: () => Promise<readonly string[] | null>
  marketsAt: (parent: Cell) => Promise<readonly string[]>
  elapsed: () => number
}): HomeCurrency {
  const { ledger, currencies, elapsed } = deps
  const parse = (raw: unknown) => homeLesson.safeParse(raw).data ?? null
  const amend = (change: (known: HomeLesson) => HomeLesson) =>
    ledger.amend(LESSON, (before) => change(parse(before) ?? FIRST))
  const pauses = createRefusalPauses(elapsed)
  const unknown = createRefusalPauses(elapsed, { tolerated: 1 })
  const refuse = (name: EditionName, answered: string) =>
    pauses.start(pausedName(name), otherCurrency(name.currency ?? BASE_CURRENCY, answered))
  /** Markets, by their pause, whose figures were kept. */
  const kept = new Set<string>()
  const recallKept = async () => {
    for (const one of keptLesson.parse(await ledger.learned(KEPT))) kept.add(one)
  }
  const noteKept = async (one: string) => {
    if (kept.has(one)) return
    await ledger.amend(KEPT, (before) => [...new Set([...keptLesson.parse(before), one])].slice(-MOST_KEPT))
    kept.add(one)
  }
  let hasOthers = false
  const namesAt = async (name: EditionName, parent: Cell) => {
    const markets = await deps.marketsAt(parent)
    return markets.length === 0 ? [pausedName(name)] : markets.map((market) => `${pausedName(name)} ${market}`)
  }
  const namesOf = async (name: EditionName, parents: readonly Cell[]) => [
    ...new Set((await Promise.all(parents.map((parent) => namesAt(name, parent)))).flat()),
  ]
  /** A service may answer for each market in its own currency: only the markets of the answer are paused. */
  const refuseMarkets = async (name: EditionName, wanted: string, answered: string, parents: readonly Cell[]) => {
    const names = await namesOf(name, parents)
    await recallKept()
    // Near a border, the market whose figures are held is not the one that has another currency.
    const others = names.filter((one) => !kept.has(one))
    const refusal = otherCurrency(wanted, answered)
    for (const one of others.length > 0 ? others : names) pauses.start(one, refusal)
    hasOthers = true
    return refusal
  }
  const keep = async (name: EditionName, parents: readonly Cell[]) => {
    const names = await namesOf(name, parents)
    for (const one of [pausedName(name), ...names]) pauses.end(one)
    if (names[0] !== undefined && names.length === 1) await noteKept(names[0])
    unknown.end(pausedName(name))
    return null
  }
  const learn = ({ as_of }: EditionName, asks: Currency | null) =>
    amend((known) => {
      if (isBefore(known, as_of)) return { ...known, asked: asks }
      return { ...known, asks, since: parseAsOf(as_of), asked: as_of === known.since ? known.asked : known.asks }
    })
  const offeredFirst = async (): Promise<Currency> => {
    const offered = await within(LIST_WAIT, currencies())
    const own = offered?.includes(BASE_CURRENCY) ? null : parseCurrency(offered?.[0] ?? '')
    return own ?? BASE_CURRENCY
  }
  return {
    asked: async (name) => {
      if (name.currency !== undefined) return name.currency
      const known = parse(await ledger.learned(LESSON))
      if (known !== null && !isOpen(known, name.as_of)) return askedIn(known, name.as_of)
      const first = await offeredFirst()
      // Once a service without dollars is asked in a period, that period has its currency.
      if (known !== null || first !== FIRST.asks) await learn(name, first)
      return first
    },
    judge: async (name, raw, parents) => {
      const answered = parseCurrency(raw.trim().toUpperCase())
      if (answered === null) return refuse(name, raw)
      if (name.currency !== undefined) return answered === name.currency ? keep(name, parents) : refuse(name, answered)
      const held = await ledger.edition(name)
      if (held !== null && held.currency !== answered) return refuseMarkets(name, held.currency, answered, parents)
      const { as_of } = name
      const known = parse(await ledger.learned(LESSON))
      // An earlier period may have been in another currency.
      if (known?.as_of != null && as_of < known.as_of) return keep(name, parents)
      const isNamed = ({ named, as_of: of }: HomeLesson) => of === as_of && named !== null
      // The first of several answers at once decides.
      const now =
        known !== null && isNamed(known)
          ? known
          : await amend((before) => (isNamed(before) ? before : { ...before, named: answered, as_of: as_of as AsOf }))
      if (now.named !== answered) return refuseMarkets(name, now.named ?? BASE_CURRENCY, answered, parents)
      const isFirst = known === null || !isNamed(known)
      if (isFirst && askedIn(now, as_of) !== answered) await learn(name, answered)
      return keep(name, parents)
    },
    leave: async (name, sent, refusal, mark) => {
      if (name.currency !== undefined) {
        unknown.start(pausedName(name), refusal, mark)
        return false
      }
      const asks = askedIn(parse(await ledger.learned(LESSON)) ?? FIRST, name.as_of)
      // Another call may have found out meanwhile.
      if (asks !== sent) return true
      if (asks === null) return false
      await learn(name, null)
      return true
    },
    objection: (name) => pauses.objection(pausedName(name)) ?? unknown.objection(pausedName(name)),
    objectionToTile: async (name, parent) => {
      if (!hasOthers) return null
      const objections = (await namesAt(name, parent)).map((one) => pauses.objection(one))
      return objections.includes(null) ? null : (objections[0] ?? null)
    },
  }
}

function isBefore({ since }: HomeLesson, as_of: string): boolean {
  return since !== null && as_of < since
}

function askedIn(known: HomeLesson, as_of: string): Currency | null {
  return isBefore(known, as_of) ? known.asked : known.asks
}

/** A service without dollars may have them by the next period, or list others. */
function isOpen({ asks, since }: HomeLesson, as_of: string): boolean {
  return asks !== BASE_CURRENCY && (since === null || as_of > since)
}

/**
 * Rents may have fewer currencies than sales. All offers besides the default one share a name: viewers could otherwise
 * invent offers, and have a call refused for each.
 */
function pausedName({ lens, currency = BASE_CURRENCY }: EditionName): string {
  return `${currency} ${parseLensKey(lens)?.ad_sub_type === undefined ? 'default' : 'other'}`
}

function otherCurrency(wanted: string, answered: string): Refusal {
  if (answered.trim() === '') {
    const message = `The statistics service did not state the currency of its figures. Nothing was kept, and nothing like it is bought in ${wanted} for a while.`
    return ownRefusal('currency_unstated', message)
  }
  const message = `The statistics service answered in '${answered.slice(0, 20)}' where figures in ${wanted} are held or were requested. Nothing was kept, and nothing like it is bought in ${wanted} for a while.`
  return ownRefusal('other_currency', message)
}
