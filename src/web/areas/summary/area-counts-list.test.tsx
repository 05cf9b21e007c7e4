import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import { AreaCountsList } from './AreaCountsList.tsx'

test('until its figures are loaded, an area has no zeros', () => {
  const none = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
  const shown = (isLoading: boolean, loading = 0) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <AreaCountsList counts={{ ...none, observed: 3, loading }} isLoading={isLoading} />
      </QueryClientProvider>,
    ).match(/(?<=<dd>)[^<]+/g)
  expect(shown(true)).toEqual(['3', '…', '…'])
  expect(shown(false)).toEqual(['3', '0', '0'])
  expect(shown(false, 2), 'two of them may be anything').toEqual(['3', '…', '…', '2'])
})
