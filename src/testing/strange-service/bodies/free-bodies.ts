import { Refused } from '../rules/refused.ts'
import type { StrangeRules } from '../rules/rules.ts'
import { geoBody, lookupBody, searchBody } from './geo-bodies.ts'
import { hexesBody } from './hexes-body.ts'
import { openApiText } from './openapi-text.ts'

const HEXES = /^\/geo\/([^/]+)\/hexes$/

/** Returns the body of a free answer, as text where it is not JSON; throws `Refused`, for an unknown path too. */
export function freeBody(rules: StrangeRules, used: number, path: string, query: URLSearchParams): unknown {
  const body = bodyOf(rules, used, path, query)
  if (body === null) throw new Refused('not_found')
  return rules.addsFields && typeof body === 'object' ? { ...body, served_by: { node: 7 } } : body
}

function bodyOf(rules: StrangeRules, used: number, path: string, query: URLSearchParams): unknown {
  switch (path) {
    case '/ping':
      return { status: 'ok', version: '1.0.0' }
    case '/openapi.yaml':
      return rules.describesItself ? openApiText(rules) : null
    case '/coverage':
      return coverageBody(rules)
    case '/geo':
      return geoBody(rules, query)
    case '/geo/search':
      return searchBody(rules, query)
    case '/geo/lookup':
      return lookupBody(rules, query)
    case '/meta/filters':
      return filtersBody(rules)
    case '/usage':
      return usageBody(rules, used)
    default: {
      const place = HEXES.exec(path)?.[1]
      return place === undefined ? null : hexesBody(rules, decodeURIComponent(place), query)
    }
  }
}

function filtersBody({ filters, filtersShape, currencies }: StrangeRules): unknown {
  if (filters === null && currencies === null) return null
  const choices = Object.entries(filters ?? {}).map(([parameter, values]) => ({
    parameter,
    kind: 'choice',
    label: parameter,
    default: null,
    values: values.map((value) => ({ value, label: value })),
  }))
  const listed = filtersShape === 'list' ? choices : filters
  return { filters: listed, ...(currencies !== null && { currencies }), units: { size: 'm2', price: 'USD' } }
}

function usageBody({ allowance, resetsAt, usageShape, numbersAsText }: StrangeRules, used: number): unknown {
  const count = (value: number) => (numbersAsText ? String(value) : value)
  const current = {
    used: count(used),
    remaining: count(Math.max(0, allowance - used)),
    metered: true,
    rate_per_min: 60,
    limits: { cycle: count(allowance) },
  }
  const metadata = { used: count(0), remaining: null, metered: false, rate_per_min: 600, limits: null }
  const groups = { current, metadata }
  return {
    token: { prefix: 'svc_live_ro_', kind: 'ro' },
    cycle_resets_at: resetsAt,
    degraded: false,
    groups: usageShape === 'map' ? groups : Object.entries(groups).map(([group, figures]) => ({ group, ...figures })),
  }
}

function coverageBody({ countries, resolutionsOf }: StrangeRules): unknown {
  const flags = { searchable: true, prices_available: true, reports_available: false }
  return {
    window_days: 365,
    freshness: 'monthly',
    coverage: 'test',
    countries: countries.map((country) => ({
      country,
      h3_resolutions: resolutionsOf(country),
      last_ad_parsed_at: null,
      ...flags,
    })),
  }
}
