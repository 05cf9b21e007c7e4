import { counted } from '../../../../domain/names/counted.ts'
import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { nameOfColumn } from '../../columns/known-columns.ts'
import { namesShare, typeBeforeHomes } from '../../values/word-meanings.ts'

/** Columns of an advertisement's title. (A description's first words can be about anything: "Parking included.") */
const TITLE =
  /^(?:(?:ad |ads |listing |property |annonce |anuncio |inserat |item |post )?(?:title|headline|heading|subject)|(?:anuncio |annuncio |annonce )?(?:titulo|titol|titolo|titre|titel|tytul|titlu|titul|titulek|nadpis|otsikko|rubrik|overskrift|uberschrift|ueberschrift|baslik|cim)(?: (?:del |do |de l |dell |de la )?(?:anuncio|annuncio|annonce))?|(?:inserat|objekt|ilan )(?:titel|basligi)|заголовок|название|标题|標題|タイトル|제목|כותרת|عنوان)$/

/** Whether a column with this name, folded, has the titles of advertisements. */
export function isTitle(folded: string): boolean {
  return TITLE.test(folded)
}

const AUCTION =
  /\b(?:subasta|subhasta|at auction|by auction|auction sale|online auction|encheres|zwangsversteigerung|asta giudiziaria|allasta|leilao|licytacja|licytacji|licitatie|veiling|drazba|drazbe|tvangsauktion|icradan)\b/
/** The price of a French viager is only the part that is paid at once. */
const VIAGER = /\bviager\b/
/** A home without these rights or in no such sale. */
const DENIED = /\b(?:no|not|non|nicht|kein|keine|sin|sem|senza|sans|hors|pas|ohne|without|zonder|bez|fara)\b/

/** Whether a title says that only a share of the ownership is for sale, such as the bare ownership, or a part of the price. */
export function isShareInTitle(title: string): boolean {
  // Once, because a large file has as many titles as rows.
  const folded = foldName(title)
  return (namesShare(title, folded) || VIAGER.test(folded)) && !DENIED.test(folded)
}

/**
 * Says how many kept rows have a title of something other than a home at its price, where no column of types says what they are:
 * garages, rooms, auctions.
 */
export async function titledOtherwise(session: DuckSession, header: readonly string[]): Promise<string[]> {
  const column = header.findIndex((name) => isTitle(foldName(name)))
  if (column < 0) return []
  const kinds = new Map<string, { rows: number; example: string }>()
  for await (const chunk of session.chunks(
    `SELECT present(c${column}), count(*)::INTEGER FROM judged JOIN cells USING (n) JOIN raw USING (n)
    WHERE reason IS NULL AND (cells.property_type IS NULL OR judged.property_type = 'other') AND present(c${column}) <> ''
    GROUP BY ALL ORDER BY min(n)`,
  )) {
    for (const [title, rows] of chunk.getRows() as [string, number][]) {
      const kind = kindOf(title)
      if (kind === null) continue
      const { rows: before = 0, example = title } = kinds.get(kind) ?? {}
      kinds.set(kind, { rows: before + rows, example })
    }
  }
  if (kinds.size === 0) return []
  const all = [...kinds].sort(([, a], [, b]) => b.rows - a.rows)
  const sum = all.reduce((total, [, { rows }]) => total + rows, 0)
  const named = all.map(([kind, { rows, example }]) => `${kind} ${rows}, such as “${shortened(example)}”`)
  return [
    `titles in "${nameOfColumn(header, column)}" that are not of a home at its price: ${counted(sum, 'row')} (${named.join('; ')}); these rows count as homes, so take them out of the file, or write what they are in a column property_type`,
  ]
}

function kindOf(title: string): string | null {
  const folded = foldName(title)
  return AUCTION.test(folded) ? 'auction' : typeBeforeHomes(folded)
}

const LONGEST = 60

function shortened(title: string): string {
  return title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title
}
