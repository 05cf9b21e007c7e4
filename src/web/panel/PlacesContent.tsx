import { SharePlace } from '../place-files/SharePlace.tsx'
import { PlacesTab } from '../tree/PlacesTab.tsx'

/** The tree of places, and a chosen one's page with the ways to take it along. */
export function PlacesContent() {
  return <PlacesTab share={<SharePlace />} />
}
