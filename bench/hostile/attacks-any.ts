import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTION_BOUNDS } from '../../src/server/http/connection-bounds.ts'
import { exchange, openRaw, requestText, statusesIn } from '../shared/raw-client.ts'
import { type Attack, countText } from './attack.ts'

const FLOOD = 1_500
const SLOW = 200
const MOST_OPEN = 2 * CONNECTION_BOUNDS.perClient
/** How long a request may take to arrive, and how often that is looked at; a busy machine looks late. Seconds. */
const ARRIVAL_S = 30 + 5
const LATE_S = 2 * ARRIVAL_S

/** What a server is attacked with whatever it serves; `form` is a path that reads bodies. */
export function attacksOnAny(origin: string, form: { path: string; type: string }): Attack[] {
  const head = { Host: new URL(origin).host, 'Content-Type': form.type, Origin: origin }
  return [
    {
      name: `${FLOOD} connections of one address`,
      bound: `at most ${MOST_OPEN} stay open, others are served`,
      run: async (from) => {
        const connections = Array.from({ length: FLOOD }, () => openRaw({ origin, from }))
        const countOpen = () => connections.filter(({ socket }) => !socket.destroyed).length
        // The system hands connections over one by one.
        for (let looks = 0; countOpen() > MOST_OPEN && looks < 100; looks++) await sleep(100)
        const open = countOpen()
        for (const { socket } of connections) socket.destroy()
        return { seen: `${open} open`, isKept: open <= MOST_OPEN }
      },
    },
    {
      name: `${SLOW} heads and ${SLOW} bodies that drip`,
      bound: `all refused with 408 within ${ARRIVAL_S} s, on a busy machine ${LATE_S} s`,
      run: async (from) => {
        const begun = [
          requestText('POST', form.path, { headers: { ...head, 'Content-Length': '4000' } }),
          'GET / HTTP/1.1\r\nHost: a\r\n',
        ]
        const all = Array.from({ length: SLOW }, () => begun)
          .flat()
          .map((bytes, i) => {
            const opened = openRaw({ origin, from: `${from.slice(0, from.lastIndexOf('.'))}.${100 + (i % 4)}` })
            opened.socket.write(bytes)
            const drip = setInterval(() => opened.socket.write('x'), 1_000)
            void opened.closed.then(() => clearInterval(drip))
            return opened
          })
        const began = performance.now()
        await Promise.race([Promise.all(all.map(({ closed }) => closed)), sleep(1_000 * LATE_S)])
        const seconds = (performance.now() - began) / 1_000
        const seen = all.map(({ received }) => statusesIn(received())[0] ?? 'open')
        for (const { socket } of all) socket.destroy()
        const isKept = seen.every((status) => status === 408)
        return { seen: `${countText(seen)} in ${seconds.toFixed(0)} s`, isKept }
      },
    },
    {
      name: 'bytes that are two requests to one reader and one to another',
      bound: 'one refusal, and nothing after it',
      run: async (from) => {
        const hidden = requestText('GET', '/hidden')
        const both = [
          'Transfer-Encoding: chunked\r\nContent-Length: 5',
          'Content-Length: 5\r\nContent-Length: 6',
          'Transfer-Encoding: chunked, identity',
        ]
        const seen: number[] = []
        for (const lines of both) {
          const bytes = `POST ${form.path} HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n0\r\n\r\n${hidden}`
          seen.push(...statusesIn(await exchange({ origin, from }, bytes, 3_000)))
        }
        return { seen: countText(seen), isKept: seen.length === both.length && seen.every((status) => status === 400) }
      },
    },
    {
      name: 'addresses and headers of a megabyte',
      bound: '414 or 431',
      run: async (from) => {
        const long = 'x'.repeat(2 ** 20)
        const sent = [requestText('GET', `/${long}`), requestText('GET', '/healthz', { headers: { 'X-Long': long } })]
        const seen = (await Promise.all(sent.map((bytes) => exchange({ origin, from }, bytes)))).flatMap(statusesIn)
        return {
          seen: countText(seen),
          isKept: seen.length === 2 && seen.every((status) => status === 414 || status === 431),
        }
      },
    },
  ]
}
