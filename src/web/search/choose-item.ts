import type { QueryClient } from '@tanstack/react-query'
import { type Cell, cellParent, cellResolution, isResolution } from '../../domain/cell.ts'
import { parseGeoId } from '../../domain/place.ts'
import { addArea } from '../areas/chosen/add-area.ts'
import { isCountryId, type Place, rememberPlace } from '../free/geo.ts'
import { choosePlace } from '../places/choose-place.ts'
import { baselineOf } from '../state/address/area-choice.ts'
import type { FoundPoint } from '../state/address/found-point.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { viewOfCell, viewOfFound } from '../view/opening-view.ts'
import { rememberRecentPlace } from './recent-places.ts'
import type { SearchItem } from './search-items.ts'

/** Goes to the place, point or cell of a result; a correction does nothing here. */
export function chooseItem(client: QueryClient, item: SearchItem): void {
  switch (item.kind) {
    case 'place':
      rememberRecentPlace(item.place)
      openOrCompare(client, item.place.geo_id, item.place)
      break
    case 'recent':
      rememberRecentPlace(item.place)
      openOrCompare(client, item.place.geo_id, null)
      break
    case 'elsewhere':
      showFound({ lat: item.lat, lng: item.lng, country: item.country, name: item.name })
      break
    case 'point':
      showFound({ lat: item.lat, lng: item.lng, country: null, name: item.isNamed ? item.name : null })
      break
    case 'cell':
      chooseCell(item.cell)
      break
    case 'correction':
      break
  }
}

/** Goes to a point and marks it. */
function showFound(found: FoundPoint): void {
  setAddress({ place: null, cell: null, found }, 'push')
  usePage.getState().set({ camera: { kind: 'point', ...viewOfFound(found) } })
}

/** Opens a place, or adds it to the comparison when the viewer is looking for one. A country has no cells to compare. */
function openOrCompare(client: QueryClient, id: string, known: Place | null): void {
  const geo_id = parseGeoId(id)
  if (!usePage.getState().isChoosingArea || geo_id === null || isCountryId(geo_id)) {
    if (geo_id !== null && !isCountryId(geo_id) && lacksBaseline()) {
      addArea({ kind: 'place', geo_id }, { asBaseline: true })
    }
    choosePlace(client, id, known)
    return
  }
  if (known !== null) rememberPlace(client, known)
  // It can be anywhere.
  if (addArea({ kind: 'place', geo_id }) !== 'no room') usePage.getState().set({ areAreasToFit: true })
}

/** True while the map waits for a place to compare with, as its notice says. */
function lacksBaseline(): boolean {
  const address = getAddress()
  return address.metric === 'difference' && baselineOf(address) === null
}

/** Shows a cell at a zoom where it is easy to see, and its card if figures exist at its resolution. */
function chooseCell(cell: Cell): void {
  const resolution = cellResolution(cell)
  // No figures are this fine, so the cell that contains it is shown.
  const shown = resolution > 8 ? cellParent(cell, 8) : cell
  usePage.getState().set({ camera: { kind: 'point', ...viewOfCell(shown) } })
  if (!isResolution(cellResolution(shown))) return
  usePage.getState().set({ cellToUncover: shown })
  setAddress({ cell: shown, found: null }, 'push')
}
