import { AREAS_MAX } from '../../../contract/area.ts'
import { EMBED_PARAMETER } from '../../../contract/embedding.ts'
import { parseFigureCell } from '../../../domain/cell.ts'
import { METHODS } from '../../../domain/class-breaks.ts'
import { parseCurrency } from '../../../domain/currency.ts'
import { METRICS } from '../../../domain/figure.ts'
import { parseLensKey } from '../../../domain/lens.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { LANGUAGES } from '../../language/catalogues.ts'
import { t } from '../../language/translate.ts'
import { ADDRESS_VERSION, parseTheme, parseVersion, TABLE_OPEN } from './address.ts'
import { parseResolution } from './area-choice.ts'
import { parseArea } from './area-text.ts'
import { parseBeside, SPLITS } from './beside.ts'
import { PALETTES, parseBreaks, parseClassEnds, parseOwner } from './class-choice.ts'
import { parseFound } from './found-point.ts'
import { parseBudget, parseMonth, parseSize } from './metric-choice.ts'
import { CIRCLE_LIMITS, type NumberLimit, parseCircle, parseView, VIEW_LIMITS } from './number-parts.ts'
import { parseScreen } from './screen.ts'

interface Part {
  readonly label: () => string
  /** Returns null for what the page cannot read. */
  readonly read: (raw: string) => unknown
  /** The names of the part's numbers, in their order. */
  readonly numbers?: readonly NumberLimit[]
}

const oneOf = (known: readonly string[]) => (raw: string) => (known.includes(raw) ? raw : null)

/** The parameters of an address, and what a reader calls them. */
const PARTS: Readonly<Record<string, Part>> = {
  at: { label: () => t('view'), read: parseView, numbers: VIEW_LIMITS },
  on: { label: () => t('size of the screen'), read: parseScreen },
  lens: { label: () => t('filter'), read: parseLensKey },
  metric: { label: () => t('metric'), read: oneOf(METRICS) },
  budget: { label: () => t('budget'), read: parseBudget },
  size: { label: () => t('size'), read: parseSize },
  min_area: { label: () => t('least space'), read: parseSize },
  since: { label: () => t('earlier period'), read: parseMonth },
  baseline: { label: () => t('baseline'), read: parseGeoId },
  baseline_circle: { label: () => t('circle to compare with'), read: parseCircle, numbers: CIRCLE_LIMITS },
  baseline_res: { label: () => t('resolution of the baseline'), read: parseResolution },
  currency: { label: () => t('currency'), read: parseCurrency },
  breaks: { label: () => t('list of classes'), read: parseBreaks },
  classes: { label: () => t('owner of the classes'), read: parseOwner },
  lock: { label: () => t('lock of the classes'), read: oneOf(['1']) },
  class: { label: () => t('class that stands out'), read: parseClassEnds },
  method: { label: () => t('kind of classes'), read: oneOf(METHODS) },
  palette: { label: () => t('palette'), read: oneOf(PALETTES) },
  period: { label: () => t('period'), read: parseMonth },
  beside: { label: () => t('second map'), read: parseBeside },
  split: { label: () => t('position of the second map'), read: oneOf(SPLITS) },
  res: { label: () => t('resolution'), read: parseResolution },
  place: { label: () => t('place'), read: parseGeoId },
  place_res: { label: () => t('resolution of the place'), read: parseResolution },
  area: { label: () => t('area'), read: parseArea },
  // Links from before there were several areas.
  circle: { label: () => t('circle'), read: parseCircle, numbers: CIRCLE_LIMITS },
  circle_res: { label: () => t('resolution of the circle'), read: parseResolution },
  found: { label: () => t('point found'), read: parseFound },
  cell: { label: () => t('hexagon'), read: parseFigureCell },
  table: { label: () => t('table'), read: oneOf([TABLE_OPEN]) },
  theme: { label: () => t('theme'), read: parseTheme },
  lang: { label: () => t('language'), read: oneOf(LANGUAGES) },
  v: { label: () => t('version'), read: parseVersion },
}

/** Parameters that are read together with others, or by the frame around the page. */
const OTHER_PARTS: readonly string[] = ['classes', 'lock', EMBED_PARAMETER.name]

/** Returns a sentence for each part of a query string that `parseAddress` leaves out because it cannot read it. */
export function describeBrokenParts(search: string): string[] {
  const params = new URLSearchParams(search)
  const unread = Object.entries(PARTS).flatMap(([name, part]) => {
    // Only areas are there several times.
    const all = name === 'area' ? params.getAll(name) : [params.get(name) ?? '']
    return all.flatMap((raw) => {
      if (raw === '' || part.read(raw) !== null) return []
      return [
        t('The link’s {part} could not be read and was left out: {fault}.', {
          part: part.label(),
          fault: faultOf(raw, part.numbers ?? []),
        }),
      ]
    })
  })
  unread.push(...repeatedParts(params))
  const unknown = unknownParts(params)
  if (unknown.length > 0) {
    const isNewer = (parseVersion(params.get('v') ?? '') ?? 0) > ADDRESS_VERSION
    const names = [...unknown.slice(0, NAMED_MAX).map(quoted), ...(unknown.length > NAMED_MAX ? ['…'] : [])].join(', ')
    unread.push(
      isNewer
        ? t('The link was made by a newer version of this page. What this one does not know was left out: {names}.', {
            names,
          })
        : t(
            '{count, plural, one {This page does not know a part of the link, so it was left out: {names}.} other {This page does not know some parts of the link, so they were left out: {names}.}}',
            { count: unknown.length, names },
          ),
    )
  }
  const isFull = params.getAll('area').filter((raw) => parseArea(raw) !== null).length > AREAS_MAX
  return isFull
    ? [...unread, t('The link has more than {most, number} areas. The others were left out.', { most: AREAS_MAX })]
    : unread
}

/** Returns a sentence for each part that is there with several values, as in two links that were joined. */
function repeatedParts(params: URLSearchParams): string[] {
  return Object.entries(PARTS)
    .filter(([name]) => name !== 'area' && new Set(params.getAll(name)).size > 1)
    .map(([, { label }]) =>
      t('The link has several values for one part, and all but the first were left out: {part}.', { part: label() }),
    )
}

/** What newsletters, advertisements, social networks, caches and logins add to links; whoever opens the link did not write it. */
const ADDED_BY_OTHERS =
  /^(_.*|(utm|mtm|pk|piwik|matomo|hsa|mc|ga|vero|oly|wt)_.*|.*cl(id|kid|src)|[gw]braid|igsh(id)?|li_fat_id|mkt_tok|s_cid|trk|ref|ref_src|ref_url|referrer|source|src|campaign|cmpid|cb|cachebust|nocache|share_id|si|amp|code|state|session_state|iss|ticket)$/i

/** Returns the names of the parameters that this version of the page does not have, without those that others add. */
function unknownParts(params: URLSearchParams): string[] {
  return [...new Set(params.keys())].filter(
    (name) => name !== '' && !Object.hasOwn(PARTS, name) && !OTHER_PARTS.includes(name) && !ADDED_BY_OTHERS.test(name),
  )
}

const NAMED_MAX = 5
const QUOTED_MAX = 60

/** Returns the first number outside its limits by name, such as `radius -3`; otherwise quotes everything. */
function faultOf(raw: string, limits: readonly NumberLimit[]): string {
  const numbers = raw.split(',')
  const index = limits.findIndex(({ isValid }, at) => !isValid(Number(numbers[at])))
  const limit = limits[index]
  const value = numbers[index]?.trim() ?? ''
  if (numbers.length === limits.length && limit && value !== '') return `${limit.name()} ${quoted(value)}`
  return t('“{text}”', { text: quoted(raw) })
}

function quoted(text: string): string {
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text
}
