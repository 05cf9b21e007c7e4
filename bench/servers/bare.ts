// The least that any service must do: read the figures of a range of cells from SQLite, spell the rows as the interface
// does, and JSON.stringify the response; names are in memory. No credential, no metering, no parameters except the two
// ends of the range.
import { createServer } from 'node:http'
import Database from 'libsql'
import type { StatsResponse } from '../../src/contract/service/stats/stats.ts'
import { listenAndObey } from '../shared/obey.ts'

type Raw = [string, number, number, number | null, number | null, number | null, number | null]

const { figuresFile, placesFile, frame } = JSON.parse(process.argv[2] ?? '') as {
  figuresFile: string
  placesFile: string
  /** A response of the service whose rows are replaced. */
  frame: StatsResponse
}
const places = new Database(placesFile, { readonly: true })
const names = new Map(
  places.prepare('SELECT CAST(cell AS TEXT), name FROM place_cell JOIN place USING (geo_id)').raw().all([]) as [
    string,
    string,
  ][],
)
places.close()
const database = new Database(figuresFile, { readonly: true })
database.exec('PRAGMA mmap_size = 1073741824; BEGIN')
const range = database
  .prepare(
    `SELECT CAST(cell AS TEXT), estimated, listings, median_price, median_price_per_sqm, median_area, average_price
     FROM figure
     WHERE lens = (SELECT id FROM lens WHERE ad_sub_type = 'buy' AND property_type = '' AND rooms = -1)
       AND cell BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`,
  )
  .raw()

const server = createServer((request, response) => {
  const [first = '', last = ''] = (request.url ?? '').slice(1).split('-')
  const stats = (range.all([first, last]) as Raw[]).map(
    ([h3, estimated, listings, median_price, median_price_per_sqm, median_area, average_price]) => ({
      h3,
      estimated: estimated === 1,
      median_price,
      median_price_per_sqm,
      median_area,
      average_price,
      listings,
      name: names.get(h3) ?? null,
    }),
  )
  const body = JSON.stringify({ ...frame, stats })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
listenAndObey(server)
