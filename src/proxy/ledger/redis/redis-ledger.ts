import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { edition as editionSchema } from '../../../contract/proxy-api.ts'
import { readFiguresText } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { AsOf } from '../../../domain/period.ts'
import { parseEditionName } from '../../tiles/tile-name.ts'
import type { Ledger, LessonLedger, LookupLedger, TileLedger } from '../ledger.ts'
import { numberOfLookup, readLookup } from '../lookup-answer.ts'
import { ratesLesson } from '../rates-lesson.ts'
import amendLesson from './amend-lesson.lua?raw'
import forgetEdition from './forget-edition.lua?raw'
import { redisCallKeys } from './redis-call-keys.ts'
import { redisCommit } from './redis-commit.ts'
import { connectRedis } from './redis-connection.ts'
import { redisCounts } from './redis-counts.ts'
import { redisKeys } from './redis-keys.ts'
import { redisLeases } from './redis-leases.ts'
import { redisOpenCalls } from './redis-open-calls.ts'
import { readPieces, readTile } from './redis-pieces.ts'
import { redisScales } from './redis-scales.ts'
import type { RedisStore } from './redis-store.ts'

const GENERATION = 'generation'
/** Milliseconds that a key is kept which only shows that the store can be written. */
const CHECK_KEPT = 60_000
/** Far more than the proxies that could amend one lesson at once. */
const MOST_AMENDS = 1_000

/** Opens the ledger of this name in a Redis, or a Redis Cluster; rejects when it cannot be reached. */
export async function openRedisLedger({ url, name, log }: { url: string; name: string; log: Logger }): Promise<Ledger> {
  const connection = await connectRedis(url, log)
  const { client, ask } = connection
  const keys = redisKeys(name)
  const editions = async () => (await ask(() => client.smembers(keys.index))).flatMap(readMember)
  const store: RedisStore = { connection, keys, editions }
  const lessons = redisLessons(store)
  return {
    ...redisHeld(store),
    ...redisLookups(store),
    ...redisScales(store),
    ...lessons,
    ...redisCommit(store, (periods) => forget(store, lessons, periods)),
    ...redisLeases(store),
    ...redisCounts(store),
    ...redisCallKeys(store),
    ...redisOpenCalls(store),
    generation: () => lessons.amend(GENERATION, (named) => (typeof named === 'string' ? named : randomUUID())),
    forget: (periods) => forget(store, lessons, periods),
    check: async () => {
      await connection.check()
      // A full store, or a replica, still returns what it has.
      await connection.ask(() => connection.client.set(keys.check, '', 'PX', CHECK_KEPT))
    },
    reach: () => connection.check(),
    close: async () => connection.close(),
  }
}

function readMember(member: string): EditionName[] {
  const [as_of = '', figures = '', resolution = ''] = member.split(' ')
  const read = parseEditionName({ as_of, ...readFiguresText(figures), resolution })
  return read.kind === 'ok' ? [read.value] : []
}

type Held = Pick<
  TileLedger,
  'edition' | 'newestPeriod' | 'isPeriodKnown' | 'tile' | 'heldTiles' | 'parts' | 'revisions'
>

function redisHeld({ connection: { client, ask }, keys, editions }: RedisStore): Held {
  // The index also has editions that are only about to be written.
  const isHeld = async (name: EditionName) => (await ask(() => client.exists(keys.edition(name)))) === 1
  const isAnyHeld = async (names: readonly EditionName[]) => (await Promise.all(names.map(isHeld))).includes(true)
  return {
    edition: async (name) => {
      const body = await ask(() => client.get(keys.edition(name)))
      return body === null ? null : editionSchema.parse(JSON.parse(body))
    },
    revisions: async () => {
      const held = await Promise.all(
        (await editions()).map(async (name) => {
          const body = await ask(() => client.get(keys.edition(name)))
          if (body === null) return null
          return { as_of: name.as_of, revision: editionSchema.parse(JSON.parse(body)).snapshot.revision ?? null }
        }),
      )
      return held.filter((each) => each !== null)
    },
    newestPeriod: async () => {
      const all = await editions()
      const periods = [...new Set(all.map(({ as_of }) => as_of))].sort().reverse()
      for (const period of periods) {
        if (await isAnyHeld(all.filter(({ as_of }) => as_of === period))) return period
      }
      return null
    },
    isPeriodKnown: async (period) => isAnyHeld((await editions()).filter(({ as_of }) => as_of === period)),
    tile: async (name, parent) => readTile(parent, await ask(() => client.hgetBuffer(keys.tiles(name), parent))),
    heldTiles: async (name, parents) => {
      const known = await ask(() => Promise.all(parents.map((parent) => client.hexists(keys.tiles(name), parent))))
      return parents.filter((_, i) => known[i] === 1)
    },
    parts: async (name, parent) => readPieces(parent, await ask(() => client.hget(keys.parts(name), parent))),
  }
}

function redisLookups({ connection: { client, ask }, keys }: RedisStore): LookupLedger {
  return {
    lookup: async (as_of, parent) => {
      const said = await ask(() => client.hget(keys.lookups(as_of), parent))
      return said === null ? null : readLookup(Number(said))
    },
    keepLookup: async (as_of, parent, answer) => {
      await ask(() => client.hset(keys.lookups(as_of), parent, numberOfLookup(answer)))
    },
  }
}

function redisLessons({ connection: { client, ask }, keys }: RedisStore): LessonLedger {
  const read = (name: string) => ask(() => client.get(keys.lesson(name)))
  return {
    learned: async (name) => {
      const value = await read(name)
      return value === null ? null : JSON.parse(value)
    },
    learn: async (name, value) => void (await ask(() => client.set(keys.lesson(name), JSON.stringify(value)))),
    amend: async (name, change) => {
      for (let attempts = 0; attempts < MOST_AMENDS; attempts++) {
        const before = await read(name)
        const after = change(before === null ? null : JSON.parse(before))
        const text = JSON.stringify(after)
        if (text === before) return after
        if ((await ask(() => client.eval(amendLesson, 1, keys.lesson(name), before ?? '', text))) === 1) return after
      }
      throw new Error(
        `the lesson '${name}' could not be written: other proxies changed it ${MOST_AMENDS} times in a row`,
      )
    },
  }
}

async function forget(store: RedisStore, { learn }: LessonLedger, periods: readonly AsOf[]): Promise<void> {
  const { connection, keys } = store
  const { client, ask } = connection
  let gone = 0
  for (const name of (await store.editions()).filter(({ as_of }) => periods.includes(as_of))) {
    const dropped = [keys.edition(name), keys.tiles(name), keys.parts(name), keys.tally(name)]
    gone += Number(await ask(() => client.eval(forgetEdition, dropped.length, ...dropped)))
  }
  for (const period of periods) {
    const dropped = [keys.lookups(period), keys.scales(period), keys.lesson(ratesLesson(period))]
    gone += await ask(() => client.del(...dropped))
  }
  // Last, so that no cache keeps the old content under the new name.
  if (gone > 0) await learn(GENERATION, randomUUID())
}
