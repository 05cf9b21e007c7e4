import { expect, it } from 'vitest'
import { proxyRoutes, serviceRoutes } from '../../../bench/longest-stops/routes.ts'
import { proxyInputs } from '../../../bench/longest-stops/worst-inputs-proxy.ts'
import { serviceInputs } from '../../../bench/longest-stops/worst-inputs-service.ts'
import { defaultRules } from '../strange-service/rules/default-rules.ts'

it.each([
  ['proxy', proxyRoutes, () => proxyInputs({ rules: defaultRules() }, { paths: [], parts: '' })],
  ['service', async () => serviceRoutes(), () => serviceInputs({}, '')],
])(
  'every route of the %s has a worst input that is measured, and every worst input has a route',
  async (_, routes, inputs) => {
    const known = await routes()
    expect(known.length).toBeGreaterThan(10)
    expect([...new Set(inputs().map(({ route }) => route))].sort()).toEqual([...known].sort())
  },
)
