import { PATH_PREFIX } from '../../src/contract/limits.ts'
import type { StrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { times, type WorstInput } from './worst-inputs.ts'
import { areaInputs, purchaseInputs } from './worst-inputs-buying.ts'
import { readingInputs } from './worst-inputs-reading.ts'
import { aroundParis, FREE_BYTES, type HeldPaths, JSON_HEADERS, PAGE_BYTES, post } from './worst-proxy-holds.ts'

/** The worst inputs of a proxy that holds much. */
export function proxyInputs(service: Pick<StrangeService, 'rules'>, held: HeldPaths): WorstInput[] {
  return [...readingInputs(held), ...purchaseInputs(service), ...areaInputs(), ...otherInputs()]
}

function otherInputs(): WorstInput[] {
  const [parent = ''] = aroundParis(1)
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  return [
    {
      route: 'POST /api/rates',
      what: 'a tile in another currency, 20 at once',
      requests: (round) =>
        times(20, () => post('/api/rates', { resolution: 8, parent, currency: ['EUR', 'GBP'][round % 2] ?? 'EUR' })),
    },
    {
      route: 'ALL /api/*',
      what: 'a body of 10,000 nested brackets, 20 at once',
      requests: () => times(20, () => ({ method: 'POST', path: '/api/nothing', headers: JSON_HEADERS, body: deep })),
      statuses: [404],
    },
    {
      route: 'ALL /public/v1/*',
      what: `an answer of ${FREE_BYTES / 1_000_000} MB, 20 at once`,
      requests: (round) =>
        times(20, (index) => ({ method: 'GET', path: `${PATH_PREFIX}/geo/search?q=${round}-${index}` })),
    },
    {
      route: 'GET /api/search',
      what: `an answer of ${FREE_BYTES / 1_000_000} MB, 20 at once`,
      requests: (round) => times(20, (index) => ({ method: 'GET', path: `/api/search?q=${round}-${index}-page` })),
    },
    {
      route: 'GET /*',
      what: `a file of ${PAGE_BYTES / 1_000_000} MB, compressed, 20 at once`,
      requests: () =>
        times(20, () => ({ method: 'GET', path: '/assets/app.js', headers: { 'Accept-Encoding': 'br' } })),
    },
  ]
}
