import { BIGINT } from '@duckdb/node-api'
import { type MayLieIn, type NearestCountry, openMayLieIn, openNearestCountry } from '../../geonames/nearest-country.ts'
import { COUNTRY_CURRENCIES } from '../../rates/country-currency.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { type ColumnPlan, hasDates, isInWebMercator } from '../columns/known-columns.ts'
import type { ImportOptions } from '../reading/import-options.ts'
import convertSql from './convert.sql?raw'
import { rejectShortYears } from './dates/other-calendars.ts'
import spanSql from './dates/span.sql?raw'
import dunamsSql from './dunams.sql?raw'
import findMetresSql from './find-metres.sql?raw'
import hasDunamsSql from './has-dunams.sql?raw'
import judgeSql from './judge.sql?raw'
import outOfRangeSql from './out-of-range.sql?raw'
import parseSql from './parse.sql?raw'
import defaultPointsSql from './points/default-points.sql?raw'
import { rejectLostSigns } from './points/lost-signs.ts'
import { findCountries, locateRows } from './points/place-rows.ts'
import pointSampleSql from './points/point-sample.sql?raw'
import swapSql from './points/swap.sql?raw'
import swapCandidatesSql from './points/swap-candidates.sql?raw'
import { faultOfPoints, type NamedPoint } from './points/towns-of-points.ts'
import type { Styles } from './read-styles.ts'
import respellSql from './respell.sql?raw'
import spellingsSql from './spellings.sql?raw'

const DEFAULT_POINT_PLACES = 5
/** Fewer rows than this cannot show that a file's columns are exchanged; the order within `[4.89, 52.37]` is less sure. */
const FEWEST_EXCHANGED = 10
/** Almost all homes are nearer than this to a town of GeoNames; used for rows that name no country. */
const NEAR_TOWN_KM = 50

/** Fills table `judged` from table `cells` (each row's listing, or the reason to reject it). */
export async function judgeRows(
  session: DuckSession,
  { plan, header }: { readonly plan: ColumnPlan; readonly header: readonly string[] },
  styles: Styles,
  options: ImportOptions,
): Promise<void> {
  const currency = options.currency?.toUpperCase() ?? null
  await parseRows(session, plan, styles, options)
  await session.run(spellingsSql)
  if (await hasRows(session, 'spelling')) await session.run(respellSql)
  const named = isInWebMercator(plan, header)
  if (named || plan.point) await session.run(findMetresSql, { named })
  if (await hasRows(session, 'converted')) await session.run(convertSql)
  await mendCoordinates(session, plan, options)
  await locateRows(session)
  await findCountries(session)
  await session.run(judgeSql, { currency })
  if (options.dateOrder === undefined) await rejectShortYears(session)
  if ((await session.rows(hasDunamsSql)).length > 0)
    await session.run(dunamsSql, { bare_unit: styles.bareUnit, max_area: options.maxArea ?? null })
  await session.run('INSERT INTO judged BY NAME SELECT n, reason FROM set_aside WHERE reason IS NOT NULL')
  // Half of the memory, which writing needs.
  await session.run('DROP TABLE parsed; DROP TABLE located')
}

async function hasRows(session: DuckSession, table: 'spelling' | 'swapped' | 'converted'): Promise<boolean> {
  return (await session.rows(`FROM ${table} LIMIT 1`)).length > 0
}

async function parseRows(session: DuckSession, plan: ColumnPlan, styles: Styles, options: ImportOptions) {
  const hasFlags = plan.is_studio ?? plan.is_duplex ?? plan.is_penthouse
  await session.run(parseSql, {
    date: options.date ?? null,
    date_is_given: options.date !== undefined && !hasDates(plan),
    price_style: styles.numbers.price,
    price_has_thousandths: styles.priceHasThousandths,
    area_style: styles.numbers.area,
    bare_unit: styles.bareUnit,
    separator: styles.separator,
    macrozone_is_split: styles.split.includes('macrozone'),
    microzone_is_split: styles.split.includes('microzone'),
    min_area: options.minArea ?? null,
    max_area: options.maxArea ?? null,
    country: options.country?.toLowerCase() ?? null,
    given_offer: options.adSubType ?? null,
    ad_sub_type: options.adSubType ?? (plan.ad_sub_type ? null : 'buy'),
    property_type: options.propertyType ?? (hasFlags ? 'apartment' : 'other'),
  })
}

async function mendCoordinates(
  session: DuckSession,
  plan: ColumnPlan,
  { keepSwapped, defaultPointPlaces }: ImportOptions,
) {
  if (!keepSwapped) await findSwapped(session, plan)
  if (await hasRows(session, 'swapped')) await session.run(swapSql)
  await session.run(outOfRangeSql)
  if (!keepSwapped) await rejectLostSigns(session)
  const places = defaultPointPlaces ?? DEFAULT_POINT_PLACES
  if (places > 0) await session.run(defaultPointsSql, { places })
}

/**
 * Fills table `swapped` with the rows whose latitude and longitude are certainly swapped: as they are, they lie far
 * from the rest of the file and in another country or none; swapped, they lie with the rest and in the row's country,
 * if it has one.
 */
async function findSwapped(session: DuckSession, plan: ColumnPlan): Promise<void> {
  await session.run(spanSql)
  const nearestCountry = openNearestCountry()
  const mayLieIn = openMayLieIn()
  const fewest = (await hasArrays(session, plan)) ? 1 : FEWEST_EXCHANGED
  const sample = await session.rows<SampledPoint>(pointSampleSql)
  if (areColumnsExchanged(sample, { fewest, nearestCountry, mayLieIn }) || lieNearTownsExchanged(sample)) {
    await session.run('INSERT INTO swapped SELECT n FROM parsed WHERE reason IS NULL')
    return
  }
  const candidates = await session.rows<{ n: bigint; lat: number; lng: number; country: string | null }>(
    swapCandidatesSql,
  )
  if (candidates.length === 0) return
  const swapped = await session.append('swapped', [BIGINT])
  for (const { n, lat, lng, country } of candidates) {
    const isOnGlobe = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    const now = isOnGlobe ? nearestCountry({ lat, lng }) : null
    const exchanged = nearestCountry({ lat: lng, lng: lat })
    const fits = country === null || (exchanged !== null && mayLieIn({ lat: lng, lng: lat }, country))
    if (exchanged !== null && exchanged !== now && fits) swapped.add([n])
  }
  swapped.close()
}

/** Whether points are written as lists of two numbers. */
async function hasArrays(session: DuckSession, { point }: ColumnPlan): Promise<boolean> {
  if (!point || !('column' in point)) return false
  const [found] = await session.rows(`FROM raw WHERE prefix(trim(c${point.column}), '[') LIMIT 1`)
  return found !== undefined
}

interface SampledPoint extends NamedPoint {
  readonly currencies: string | null
}

/** Whether rows lie near the towns that they name with latitude and longitude exchanged. Throws where they would with another sign. */
function lieNearTownsExchanged(sample: readonly SampledPoint[]): boolean {
  const { fault, towns } = faultOfPoints(sample)
  if (fault === 'none' || fault === 'swapped') return fault === 'swapped'
  const [{ lat, lng } = { lat: 0, lng: 0 }] = sample
  throw new Error(
    `expected points near the towns that rows name (${towns.join(', ')}), found them far away, such as at ${lat}, ${lng}, where they would be near with the opposite sign of ${fault}; nothing was imported. Write western longitudes and southern latitudes with a minus`,
  )
}

const CURRENCY_OF: ReadonlyMap<string, string> = new Map(COUNTRY_CURRENCIES)
/** Many countries with another currency state prices in US dollars. */
const WORLD_CURRENCY = 'USD'

/**
 * Whether hardly any row lies near a town, or in its own country, but almost all do with latitude and longitude exchanged. A row
 * that names no country lies in its own where the prices there are in the row's currency: Milan exchanged lies in Somalia.
 */
function areColumnsExchanged(
  rows: readonly SampledPoint[],
  {
    fewest,
    nearestCountry,
    mayLieIn,
  }: { readonly fewest: number; readonly nearestCountry: NearestCountry; readonly mayLieIn: MayLieIn },
): boolean {
  const lies = (lat: number, lng: number, { country, currencies }: (typeof rows)[number]) => {
    if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return false
    if (country !== null) return mayLieIn({ lat, lng }, country)
    const nearest = nearestCountry({ lat, lng }, NEAR_TOWN_KM)
    if (nearest === null) return false
    return !currencies || currencies.includes(WORLD_CURRENCY) || currencies.includes(CURRENCY_OF.get(nearest) ?? '')
  }
  const share = (holds: (row: (typeof rows)[number]) => boolean) => rows.filter(holds).length / rows.length
  // No latitude is above 90°, so few rows show it, too.
  const needed = rows.every(({ lat }) => Math.abs(lat) > 90) ? 1 : fewest
  if (rows.length < needed || share((row) => lies(row.lat, row.lng, row)) > 0.05) return false
  return share((row) => lies(row.lng, row.lat, row)) >= 0.95
}
