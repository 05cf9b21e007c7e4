// Sends the listings of a DATA_DIR to the ClickHouse of `figuresUrl`, as the first build does, without building a period.
import pino from 'pino'
import { LISTINGS_AT_ONCE } from '../../src/service/build/computing/portions.ts'
import { parseClickhouseAddress } from '../../src/service/clickhouse/clickhouse-address.ts'
import { listingFiles } from '../../src/service/listings/listing-store.ts'
import { buildStoreOf } from '../../src/service/open-figures.ts'

const { dataDir, figuresUrl } = JSON.parse(process.argv[2] ?? '') as { dataDir: string; figuresUrl: string }
const openStore = await buildStoreOf({ dataDir, figuresUrl: parseClickhouseAddress(figuresUrl) })
const store = await openStore?.({
  ...{ dataDir, files: listingFiles(dataDir), listingsAtOnce: LISTINGS_AT_ONCE },
  log: pino({ level: 'warn' }),
})
if (!store) throw new Error(`expected an address of ClickHouse, found ${figuresUrl}`)
await store.writeHeldCells(await store.days())
await store.close()
process.disconnect()
