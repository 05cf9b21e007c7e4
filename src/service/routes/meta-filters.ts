import { z } from '@hono/zod-openapi'
import { type FilterSpec, type FiltersResponse, filtersResponse } from '../../contract/service/assumptions.ts'
import { DEFAULT_AD_SUB_TYPE } from '../../domain/lens.ts'
import { AD_SUB_TYPES, ROOMS } from '../figures/lens-filter.ts'
import { endpoint, type ServiceApp } from '../requests/endpoint.ts'
import type { ServiceDeps } from '../requests/service-env.ts'
import { currenciesOf, propertyTypesOf } from './vocabulary.ts'

const route = endpoint({
  path: '/meta/filters',
  summary: 'The filters of /stats/current, and the currencies it can show.',
  group: 'metadata',
  query: z.object({}),
  params: z.object({}),
  answer: filtersResponse,
})

export function addMetaFilters(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, (c) => c.json(filtersOf(deps), 200))
}

/** Units in every response: sizes in m², price filters in USD. */
export const UNITS = { size: 'm2', price: 'USD' } as const

const AD_SUB_TYPE_LABELS: Readonly<Record<(typeof AD_SUB_TYPES)[number], string>> = { buy: 'For sale', rent: 'To rent' }

function filtersOf(deps: ServiceDeps): FiltersResponse {
  return {
    filters: [
      choice('ad_sub_type', 'Offer', DEFAULT_AD_SUB_TYPE, AD_SUB_TYPES, (value) => AD_SUB_TYPE_LABELS[value]),
      choice('property_type', 'Property type', null, propertyTypesOf(deps), sentenceCase),
      choice('rooms', 'Rooms', null, ROOMS, (rooms) =>
        rooms === '0' ? 'Studio' : rooms === '5' ? '5 or more' : rooms,
      ),
      { parameter: 'min_price_usd', kind: 'number', label: 'Lowest price', unit: 'USD' },
      { parameter: 'max_price_usd', kind: 'number', label: 'Highest price', unit: 'USD' },
    ],
    currencies: [...currenciesOf(deps)],
    units: UNITS,
  }
}

function choice<Value extends string>(
  parameter: string,
  label: string,
  initial: string | null,
  values: readonly Value[],
  labelOf: (value: Value) => string,
): FilterSpec {
  return {
    parameter,
    kind: 'choice',
    label,
    default: initial,
    values: values.map((value) => ({ value, label: labelOf(value) })),
  }
}

function sentenceCase(value: string): string {
  return (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ')
}
