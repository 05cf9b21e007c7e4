/** A system of coordinates that the name of a column says: degrees, Web Mercator, or the grid of a country. */
type NamedSystem = 'degrees' | 'web-mercator' | 'grid'

const DEGREES = '4326|4258|wgs84|etrs89'
const WEB_MERCATOR = '3857|900913|102100|webmercator|pseudomercator|mercator'
/** Numbers of the EPSG for grids have four or five digits; hardly any is that of a year near ours. */
const GRID = String.raw`2056|2[1-9]\d{2}|2\d{4}|3\d{3,4}|4\d{3}|5\d{3}|6\d{3}|utm(?:\d{1,2}[ns]?)?|lambert(?:93|72)?|l93|rd|rdnew|osgb(?:36)?|bng|itm|lv95|lv03|gk|puwg(?:92)?`
const SYSTEMS = `${DEGREES}|${WEB_MERCATOR}|${GRID}`
const AT_END = new RegExp(`^(.+?)(?:in|epsg|srid)*(${SYSTEMS})$`)
const AT_START = new RegExp(`^(?:epsg|srid)?(${SYSTEMS})(.+)$`)
const EASTING = /^(?:coord(?:inate)?)?(?:easting|northing|rechtswert|hochwert)s?$/

/** The system at the end or the beginning of a folded name such as `x3857`, and the name without it; null without one. */
export function splitSystem(folded: string): { readonly system: NamedSystem; readonly rest: string } | null {
  const [, before, end] = AT_END.exec(folded) ?? []
  if (before !== undefined && end !== undefined) return { system: meaningOf(end), rest: before }
  const [, start, after] = AT_START.exec(folded) ?? []
  return after !== undefined && start !== undefined ? { system: meaningOf(start), rest: after } : null
}

/** Whether a folded name is that of a distance to the east or the north, which only grids have. */
export function isEasting(folded: string): boolean {
  return EASTING.test(folded)
}

function meaningOf(word: string): NamedSystem {
  if (new RegExp(`^(?:${DEGREES})$`).test(word)) return 'degrees'
  return new RegExp(`^(?:${WEB_MERCATOR})$`).test(word) ? 'web-mercator' : 'grid'
}
