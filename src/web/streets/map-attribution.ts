import { BASEMAP_ATTRIBUTION } from '../ui/words/basemap-attribution.ts'
import { useStreets } from './streets-state.ts'

/** Returns the attribution of everything that the map shows. */
export function mapAttribution(streets: string): string {
  return streets === '' ? BASEMAP_ATTRIBUTION : `${BASEMAP_ATTRIBUTION} · ${streets}`
}

/** The attribution of everything that the map shows. */
export function useMapAttribution(): string {
  return useStreets(({ attribution }) => mapAttribution(attribution))
}
