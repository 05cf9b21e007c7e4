import assert from 'node:assert/strict'
import { z } from 'zod'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { pingResponse } from '../../contract/service/coverage.ts'
import { readFilters } from '../../contract/service/filters/received-filters.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { needed, Skipped } from '../subject/skipped.ts'

/** Endpoints that the interface calls shipped. */
const SHIPPED = [
  '/ping',
  '/openapi.yaml',
  '/geo',
  '/geo/search',
  '/geo/lookup',
  '/geo/{geo_id}/hexes',
  '/coverage',
  '/stats/current',
  '/meta/filters',
  '/usage',
]

/** Sections 4.1, 4.2, 4.9, 4.10, 4.12 and 9: how the service describes itself. */
export const DOCUMENT_CHECKS: readonly Check[] = [
  {
    section: '4.1',
    claim: '/ping needs no credential and ignores a wrong one',
    async run({ client }) {
      for (const token of [null, 'nonsense']) expectOk(pingResponse, await client.ask('/ping', { token }))
    },
  },
  {
    section: '4.2',
    claim: '/openapi.yaml needs no credential and ignores a wrong one',
    async run({ client }) {
      for (const token of [null, 'nonsense']) {
        const answer = await client.ask('/openapi.yaml', { token })
        assert.equal(answer.status, 200, nameOf(answer))
      }
    },
  },
  {
    section: '4.2',
    claim: '/openapi.yaml is a valid OpenAPI document',
    async run({ contract }) {
      assert.deepEqual(await (await contract()).faults(), [])
    },
  },
  {
    section: '4.2',
    claim: '/openapi.yaml declares every shipped endpoint',
    async run({ contract }) {
      const { paths } = await contract()
      // Path parameters may have other names, and the contract need not declare itself.
      const shapes = new Set(paths.map((path) => path.replace(/\{[^}]+\}/g, '{}')))
      const missing = SHIPPED.filter(
        (path) => path !== '/openapi.yaml' && !shapes.has(path.replace(/\{[^}]+\}/g, '{}')),
      )
      assert.deepEqual(missing, [])
    },
  },
  {
    section: '4.9',
    claim: '/stats/history exists exactly when it is declared',
    async run({ contract, client, figures }) {
      const { cell } = await figures()
      const answer = await client.ask(at('/stats/history', { h3: cell }))
      if ((await contract()).paths.includes('/stats/history')) assert.notEqual(answer.status, 404, nameOf(answer))
      else expectRefusal(answer, 'not_found')
    },
  },
  {
    section: '4.10',
    claim: '/meta/filters describes the filters, with ad_sub_type defaulting to buy',
    async run({ client }) {
      const { filters } = readFilters(expectOk(z.unknown(), await client.ask('/meta/filters')))
      if (filters.length === 0) throw new Skipped('the filters have an unknown shape')
      const offer = needed(
        filters.find(({ parameter }) => parameter === 'ad_sub_type'),
        '/meta/filters does not list ad_sub_type',
      )
      assert.ok(offer.kind === 'choice' && offer.default === 'buy' && offer.values.some(({ value }) => value === 'buy'))
    },
  },
  {
    section: '4.10',
    claim: '/stats/current accepts the filters of /meta/filters and states them as applied',
    async run({ client, figures, stats }) {
      const { filters } = readFilters(expectOk(z.unknown(), await client.ask('/meta/filters')))
      needed(filters[0], 'the filters have an unknown shape')
      const { cell } = await figures()
      for (const filter of filters) {
        const value = filter.kind === 'choice' ? filter.values.at(-1)?.value : '1000'
        if (value === undefined) continue
        const { filters: applied } = await stats({ h3: cell, [filter.parameter]: value })
        assert.equal(String(applied[filter.parameter]), value, `filters.${filter.parameter}`)
      }
    },
  },
  {
    section: '4.12',
    claim: 'POST /reports exists exactly when it is declared',
    async run({ contract, client }) {
      if ((await contract()).paths.includes('/reports')) throw new Skipped('reports are not checked')
      for (const method of ['POST', 'GET']) expectRefusal(await client.ask('/reports', { method }), 'not_found')
    },
  },
  {
    section: '9',
    claim: `the base address ends with ${PATH_PREFIX}`,
    async run({ client }) {
      assert.ok(client.base.endsWith(PATH_PREFIX), client.base)
    },
  },
]
