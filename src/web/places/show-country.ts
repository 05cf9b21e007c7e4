import type { QueryClient } from '@tanstack/react-query'
import { countryExtentOptions } from '../free/country-extent.ts'
import { usePage } from '../state/store.ts'

/** Moves the map to a country; the chosen place stays. */
export async function showCountry(client: QueryClient, country: string): Promise<void> {
  const bounds = await client.fetchQuery(countryExtentOptions(country))
  if (bounds !== null) usePage.getState().set({ camera: { kind: 'bounds', bounds }, isFindingView: false })
}
