import { PATH_PREFIX } from '../../src/contract/limits.ts'
import { ANONYMOUS_RATE_PER_MIN } from '../../src/service/plans/plans.ts'
import { exchange, requestText, statusesIn } from '../shared/raw-client.ts'
import { type Attack, countText } from './attack.ts'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** What only the service can be attacked with; `headers` have a token whose plan allows everything. */
export function attacksOnService(origin: string, headers: Readonly<Record<string, string>>): Attack[] {
  const send = async (from: string, requests: readonly string[]) => {
    const closing = requests.at(-1)?.replace('\r\n', '\r\nConnection: close\r\n') ?? ''
    return exchange({ origin, from }, requests.slice(0, -1).join('') + closing, 30_000)
  }
  const usage = async (from: string): Promise<string> => {
    const received = await exchange(
      { origin, from },
      requestText('GET', `${PATH_PREFIX}/usage`, { headers, close: true }),
    )
    return received.slice(received.indexOf('\r\n\r\n'))
  }
  const guessing = (name: string, make: (i: number) => string): Attack => ({
    name,
    bound: `at most ${ANONYMOUS_RATE_PER_MIN} are looked up in a minute`,
    run: async (from) => {
      const minute = () => Math.floor(Date.now() / 60_000)
      const began = minute()
      const statuses = statusesIn(
        await send(
          from,
          Array.from({ length: 2_000 }, (_, i) => make(i)),
        ),
      )
      // The service counts by the minutes of the clock, and the attack may reach into the next one.
      const most = ANONYMOUS_RATE_PER_MIN * (minute() - began + 1)
      const refused = statuses.filter((status) => status === 429).length
      const isKept = statuses.length === 2_000 && statuses.length - refused <= most && !statuses.includes(200)
      return { seen: countText(statuses), isKept }
    },
  })
  return [
    guessing('2,000 tokens guessed on one connection', (i) =>
      requestText('GET', `${PATH_PREFIX}/usage`, {
        headers: { Authorization: `Bearer svc_live_ro_${String(i).padStart(22, 'x')}` },
      }),
    ),
    guessing('2,000 sign-in links guessed on one connection', (i) =>
      requestText('POST', '/account/sign-in', {
        headers: { ...FORM, Host: new URL(origin).host, Origin: origin },
        body: `link=guess${i}`,
      }),
    ),
    {
      name: 'forms of the account page from other sites',
      bound: '403 or 401',
      run: async (from) => {
        const paths = [
          '/account/tokens',
          '/account/tokens/1/revoke',
          '/account/sign-out',
          '/account/sign-out-everywhere',
        ]
        const requests = paths.map((path) =>
          requestText('POST', path, {
            headers: { ...FORM, Origin: 'https://evil.example', Cookie: 'session=x' },
            body: 'form=x',
          }),
        )
        const statuses = statusesIn(await send(from, requests))
        return {
          seen: countText(statuses),
          isKept: statuses.length === paths.length && statuses.every((status) => status === 403 || status === 401),
        }
      },
    },
    {
      name: '2,000 queries of the metered endpoints that mean nothing',
      bound: 'refused, and none is charged',
      run: async (from) => {
        const before = await usage(from)
        const requests = Array.from({ length: 2_000 }, (_, i) =>
          requestText('GET', `${PATH_PREFIX}/stats/current?${strayQuery(i)}`, { headers: { ...headers } }),
        )
        const statuses = statusesIn(await send(from, requests))
        const isSame = meteredOf(await usage(from)) === meteredOf(before)
        const isKept = isSame && statuses.every((status) => status >= 400 && status < 500)
        return { seen: `${countText(statuses)}; ${isSame ? 'none' : 'some'} charged`, isKept }
      },
    },
  ]
}

/** The counts of the metered groups in a body of `/usage`. */
function meteredOf(body: string): string {
  return [...body.matchAll(/"used":\d+/g)].join()
}

const NAMES = ['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res', 'currency', 'min_price_usd', '__proto__', 'geo_id%00']
const VALUES = ['', '-1', '1e309', 'NaN', '%00', '..', '%F0%9F', '0x10', '8'.repeat(300), "'%3B--", 'null', '[]']

/** A query that no request can mean; the same for a number each time. `strange` is known to no service. */
function strayQuery(seed: number): string {
  let query = 'strange=1'
  for (let rest = seed + 1; rest > 0; rest = Math.floor(rest / 7)) {
    query += `&${NAMES[rest % NAMES.length]}=${VALUES[(rest * 5) % VALUES.length]}`
  }
  return query
}
