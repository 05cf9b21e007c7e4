import type { QueryClient } from '@tanstack/react-query'
import { addArea } from '../areas/chosen/add-area.ts'
import { whereWords } from '../areas/chosen/where-words.ts'
import { fetchOutline } from '../drawing/area-outlines.ts'
import { boundsOf } from '../places/outline.ts'
import type { AreaShape, ChosenArea } from '../state/address/area-choice.ts'
import { cleanName, shapeKey } from '../state/address/area-list.ts'
import { formatArea, parseArea } from '../state/address/area-text.ts'
import { useSavedAreas } from '../state/device/saved-choice.ts'
import { type SavedArea, type SavedList, withoutSaved, withSaved } from '../state/device/saved-list.ts'
import { usePage } from '../state/store.ts'

/** Returns the saved area of a shape; null when it is not saved. */
export function savedAreaOf(list: SavedList<SavedArea>, shape: AreaShape): SavedArea | null {
  const key = shapeKey(shape)
  return list.find(({ area }) => keyOf(area) === key) ?? null
}

function keyOf(area: string): string | null {
  const read = parseArea(area)
  return read && shapeKey(read.area.shape)
}

/** Returns where a saved area lies; nothing for a place, whose name says it. */
export function savedWhere({ area }: SavedArea): string[] {
  const shape = parseArea(area)?.area.shape
  return shape === undefined || shape.kind === 'place' ? [] : [whereWords(shape)]
}

/** Saves an area on the device under the name that it has now, or deletes the one that is saved. */
export function toggleSavedArea(chosen: ChosenArea, name: string): void {
  useSavedAreas.getState().change((list) => {
    const saved = savedAreaOf(list, chosen.shape)
    if (saved !== null) return withoutSaved(list, saved.id)
    const saved_at = new Date().toISOString()
    const own_name = chosen.name !== null
    return withSaved(list, { id: crypto.randomUUID(), name, own_name, area: formatArea(chosen), saved_at })
  })
}

/** Compares a saved area and shows it on the map; false where no more areas can be compared. */
export function openArea(client: QueryClient, { area, name, own_name }: SavedArea): boolean {
  const read = parseArea(area)
  if (read === null) return false
  const { shape, color, resolution } = read.area
  if (addArea(shape, { color, resolution, name: own_name ? cleanName(name) : null }) === 'no room') return false
  void show(client, shape)
  return true
}

async function show(client: QueryClient, shape: AreaShape): Promise<void> {
  // A place whose outline cannot be loaded says so in its card.
  const outline = await fetchOutline(client, shape).catch(() => null)
  const bounds = outline && boundsOf(outline)
  if (bounds !== null) usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet' } })
}
