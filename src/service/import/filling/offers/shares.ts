import { VARCHAR } from '@duckdb/node-api'
import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { isOfferWord, meaningOf } from '../../values/word-meanings.ts'
import { isShareInTitle, isTitle } from './titles.ts'

const REASON = 'price of a share of the home, not of the whole'
const SEVERAL = 'price of several homes together'
const NOT_OF_MARKET = 'not the full market price'
const CANCELLED = 'sale that was cancelled'
const LEFT_OUT = 'sale that its register leaves out'
/** Columns in which the assessor of Chicago's county marks sales that are repeated, within a family or for next to nothing. */
const FILTERED = /^sale filter \p{L}.*$/u
/** Columns of deals that did not come about: the day, or yes. (A RESO `CancellationDate` ends an agent's mandate.) */
const CANCELLATION =
  /^(?:해제사유발생일|해제여부|cdeal ?(?:day|type)|(?:deal|sale|contract|transaction) (?:is |was )?cancelled(?: on)?|cancelled (?:deal|sale|contract)|(?:deal|contract|transaction) cancellation date)$/
/** Columns of how homes change hands: in Brazil, Denmark, Iowa, Japan, Poland, Taiwan and Connecticut. */
const CIRCUMSTANCES =
  /^(?:overdragelsesmaa?de|sale ?(?:type|condition)|handelstype|rodzaj transakcji|salgstype|naturezas? d[ea] transacao|取引の事情等|備註|non use code)$/
/** What such columns say of sales within a family, swaps and what is not a sale. */
const AMONG_RELATIONS =
  /^fam(?:ilie|\. ?)(?:overdragelse|handel|salg)|^family(?: (?:sale|transfer))?$|^sprzedaż ?z ?bonifikatą|^sprzedazzbonifikata|関係者間取引|親友.*特殊關係.*交易|^(?:\d+ ?\. ?)?(?:permuta|doação|excesso de meação|integralização|incorporação|desincorporação)|^0[1-8] ?- ?(?:family|love and affection|inter ?corporation|correcting deed|deed date|portion of property|part interest)/
/** Columns of sales of several homes at one price: yes or no, or how many. */
const MULTIPLE =
  /^(?:multi ?(?:sale|parcel)(?: sale)?|multiple (?:sale|parcels?|properties)|(?:number|num|no|count) of (?:properties|parcels|homes|dwellings)(?: sold)?)$/
/** Columns of sales below the market's price, such as within a family: yes or no. */
const BELOW_MARKET = /^not (?:at )?(?:full )?market (?:price|value)$/
/**
 * Columns of what is owned: freehold, leasehold, shared ownership, or of its state: occupied, free, bare ownership. (Not the
 * Turkish ones: a whole flat is often sold on a title that is shared, a `hisseli tapu`.)
 */
const OWNERSHIP =
  /^(?:tenure|ownership|ownership type|type of ownership|tipo (?:di )?proprieta|tipologia (?:di )?proprieta|eigentumsform|regime de propriete|forma wlasnosci|vlastnictvi|forma vlastnictvi|estado|situacion|ocupacion|stato|occupancy)$/
/** French columns of how a home is sold; the price of a viager is only the part that is paid at once. */
const FRENCH_SALE = /^(?:viager|nature|(?:nature|type|mode|forme) (?:de (?:la )?)?(?:vente|transaction))$/
const IS_VIAGER = /(?:^|[^\p{L}])viager/iu
const IS_NO_VIAGER = /\b(?:non|hors|pas|sans)\b/i
/** Columns of how much of it is for sale, in per cent; none (0) is a whole in the register of New South Wales. */
const PERCENTAGE =
  /^(?:ownership share|share for sale|shared ownership percentage|(?:share|ownership) (?:percent|percentage|pct)|(?:percent|percentage|pct) (?:share|ownership|owned|for sale)|quota di proprieta|porcentaje de (?:la )?propiedad|wielkosc udzialu|proporcao transmitida|interest of sale)$/
/** Columns of shares whose names are also used for the share of the building or land that goes with a whole flat: 85/4200. */
const SMALL_PART =
  /^(?:(?:(?:mit)?eigentums)?anteil|verkaufter anteil|quote ?part|fraction(?: sold)?|share sold|participacion|aandeel)$/
const LARGEST_PART = 24
/** Columns that may have such a share, or may count something else. */
const MAYBE_PERCENTAGE = /^(?:share|quota|podil|udzial)$/

/**
 * Sets rows aside if an additional column says that the price is for a share of the home (yes in "Shared ownership", "Nuda
 * proprietà" in a column of tenures or in a title, 40 % in a column of shares), for several homes, below the market's, or of
 * a sale that was cancelled.
 */
export async function setSharesAside(session: DuckSession, header: readonly string[]): Promise<void> {
  for (const [column, name] of header.entries()) {
    const reads = readerOf(name)
    if (reads === null) continue
    const cell = `present(c${column})`
    const field = `share in ${column}`
    const words = await session.append('listing_word', [VARCHAR, VARCHAR, VARCHAR])
    for await (const chunk of session.chunks(`SELECT DISTINCT ${cell}, is_yes(${cell}) FROM raw WHERE ${cell} <> ''`)) {
      for (const [text, isYes] of chunk.getRows() as [string, boolean][]) {
        if (reads(text, isYes)) words.add([field, text, 'yes'])
      }
    }
    words.close()
    await session.run(
      `INSERT INTO set_aside SELECT n, $reason FROM raw ANTI JOIN set_aside USING (n)
      WHERE ${cell} IN (SELECT word FROM listing_word WHERE field = $field)`,
      { reason: reasonOf(foldedName(name)), field },
    )
  }
}

function reasonOf(folded: string): string {
  if (BELOW_MARKET.test(folded)) return NOT_OF_MARKET
  if (CIRCUMSTANCES.test(folded)) return NOT_OF_MARKET
  if (CANCELLATION.test(folded)) return CANCELLED
  if (FILTERED.test(folded)) return LEFT_OUT
  return MULTIPLE.test(folded) ? SEVERAL : REASON
}

/** Returns a function that tells shares from whole homes in a column with this name; null for other columns. */
function readerOf(name: string): ((text: string, isYes: boolean) => boolean) | null {
  const folded = foldedName(name)
  if (MULTIPLE.test(folded)) return (text, isYes) => (/^\d/.test(text) ? Number(text) > 1 : isYes)
  if (BELOW_MARKET.test(folded)) return (_, isYes) => isYes
  if (CANCELLATION.test(folded)) return (text, isYes) => isYes || /^(?:o|.*\d{4,}.*|\d{2}\.\d{2}\.\d{2})$/i.test(text)
  if (CIRCUMSTANCES.test(folded)) return (text) => AMONG_RELATIONS.test(text.toLowerCase())
  if (PERCENTAGE.test(folded)) return (text) => isPart(text) || isPartInFigures(text)
  if (MAYBE_PERCENTAGE.test(folded)) return (text) => isPart(text) || isFraction(text)
  if (SMALL_PART.test(folded)) return (text) => isPart(text) && Number(/\/ ?(\d+)/.exec(text)?.[1] ?? 0) <= LARGEST_PART
  if (FILTERED.test(folded)) return (_, isYes) => isYes
  if (isOfferWord(folded, 'share')) return (text, isYes) => isYes || isPart(text) || isShare(text)
  if (isTitle(folded)) return isShareInTitle
  if (FRENCH_SALE.test(folded)) return (text, isYes) => (folded === 'viager' && isYes) || isViager(text)
  return OWNERSHIP.test(folded) ? isShare : null
}

function foldedName(name: string): string {
  // Folding takes Hangul apart.
  return foldName(name)
    .normalize('NFC')
    .replace(/^(?:is|es|est|has) /, '')
}

function isShare(text: string): boolean {
  return meaningOf('ad_sub_type', text) === 'share'
}

function isViager(text: string): boolean {
  return IS_VIAGER.test(text) && !IS_NO_VIAGER.test(text)
}

/** 40 and 0.4, but not 100 and 1.0, which are a whole. */
function isPartInFigures(text: string): boolean {
  const share = Number(text.replace(',', '.'))
  return share > 0 && share < 100 && share !== 1
}

/** 0.5, as Excel keeps 50 %; no count of anything is a fraction, and a flat's share of its land is smaller. */
function isFraction(text: string): boolean {
  const share = Number(text.replace(',', '.'))
  return share < 1 && share >= 1 / LARGEST_PART
}

/** 40 % and 1/2, but not 100 % and 1/1, which are a whole. */
function isPart(text: string): boolean {
  const [, percent = '', part = percent, whole = '100'] =
    /^(?:(\d{1,3}(?:[.,]\d+)?) ?%|(\d{1,4}) ?\/ ?(\d{1,4}))$/.exec(text.trim()) ?? []
  const share = Number(part.replace(',', '.'))
  return share > 0 && share < Number(whole)
}
