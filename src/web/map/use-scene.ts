import { useEffect, useMemo } from 'react'
import { parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { useAreaOutlines } from '../drawing/area-outlines.ts'
import { type Reading, useReading } from '../metric/use-reading.ts'
import { usePlaceOutline } from '../places/use-place-outline.ts'
import { useHighlightedClass } from '../scale/highlighted-class.ts'
import type { PaletteTheme } from '../scale/palette.ts'
import { scaleColors } from '../scale/scale-colors.ts'
import { lastBreaksOf } from '../scale/shown-breaks.ts'
import { type Scale, useScale } from '../scale/use-scale.ts'
import type { PaletteName } from '../state/address/class-choice.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { editionKey } from '../tiles/editions.ts'
import {
  tileStore,
  useFinestResolution,
  useOfferedResolutions,
  useTileStoreVersion,
  useTimesDropped,
} from '../tiles/page-tiles.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { useLiveView } from '../view/live-view.ts'
import { cellWidthPx, resolutionInForce } from '../view/resolution.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'
import type { MapScene } from './layer-order.ts'
import { joinCells } from './layers/cell-geometry.ts'
import { type CellPaint, type PaintStyle, paintCells } from './layers/cell-paint.ts'
import { type DrawnCells, type DrawnFigures, drawnCellsCollector } from './layers/drawn-cells.ts'

/** Returns everything to draw over the basemap. Fetches the held tiles in view, which is free. */
export function useScene(): MapScene {
  const pinned = useAddress((address) => address.resolution)
  const finest = useFinestResolution()
  const offered = useOfferedResolutions()
  // The camera moves in every frame; only what follows from it and has changed may render anything.
  const resolution = useLiveView(({ live }) => live && resolutionInForce(live.view, pinned, finest, offered))
  const name = useEditionName(resolution)
  const reading = useReading()
  const drawn = useDrawnCells(name, reading)
  const paint = usePaint(drawn, name, reading)
  const offshorePaint = usePaint(drawn.offshore, name, reading)
  const placeOutline = usePlaceOutline()
  const areas = useAreaOutlines()
  // Compared areas are looked at side by side; a wash over those outside the place would make their colours paler.
  const isComparing = usePage(({ panelTab }) => panelTab === 'compare') && areas.length > 0
  const washedAround = isComparing ? null : placeOutline
  const selectedCell = useAddress((address) => address.cell)
  const cellPx = useLiveView(({ live }) =>
    live && resolution ? Math.round(2 * cellWidthPx(resolution, live.view.lat, live.view.zoom)) / 2 : 0,
  )
  return useMemo(
    () => ({ drawn, paint, offshorePaint, cellPx, placeOutline, washedAround, areas, selectedCell }),
    [drawn, paint, offshorePaint, cellPx, placeOutline, washedAround, areas, selectedCell],
  )
}

const NO_FIGURES: DrawnFigures = {
  observed: { geometry: joinCells([]), cells: [] },
  estimated: { geometry: joinCells([]), cells: [] },
}
const NOTHING: DrawnCells = {
  ...NO_FIGURES,
  offshore: NO_FIGURES,
  tooFew: new Float64Array(),
  uncovered: joinCells([]),
  marks: [],
}

function useDrawnCells(name: EditionName | null, { source, otherOf }: Reading): DrawnCells {
  const version = useTileStoreVersion()
  // The same tiles stay in view through most of a movement; comparing their text shows when they change.
  const inSight = useLiveView(({ live }) =>
    live && name ? tilesInView(live.bounds, name.resolution).parents.toSorted().join(' ') : '',
  )
  const parents = useMemo(() => inSight.split(' ').flatMap((text) => parseCell(text) ?? []), [inSight])
  const timesDropped = useTimesDropped()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped is fetched again
  useEffect(() => {
    if (!name) return
    void tileStore.ensureHeld(name, parents)
    const other = otherOf(name)
    if (other) void tileStore.ensureHeld(other.name, parents)
  }, [name, parents, otherOf, timesDropped])
  const collect = useMemo(drawnCellsCollector, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  return useMemo(() => (name ? collect(source, name, parents) : NOTHING), [collect, name, parents, source, version])
}

function usePaint(drawn: DrawnFigures, name: EditionName | null, reading: Reading): CellPaint {
  const scale = useScale()
  const highlightedClass = useHighlightedClass(scale)
  const theme = useTheme()
  const palette = useAddress((address) => address.palette)
  const locked = useAddress((address) => address.locked)
  return useMemo(() => {
    if (!name || !scale) return paintCells(drawn, NO_STYLE)
    const look = { reading, palette, theme }
    const scaleOf = (other: EditionName) => (locked ? scale : otherScale(other, scale, look))
    return paintCells(drawn, { read: reading.value, name, highlightedClass, isFaded: reading.isFaded, scaleOf })
  }, [drawn, name, reading, highlightedClass, scale, theme, palette, locked])
}

const NO_STYLE: PaintStyle = {
  read: () => null,
  name: null,
  highlightedClass: null,
  isFaded: () => false,
  scaleOf: () => ({ breaks: [], colors: [] }),
}

interface Look {
  reading: Reading
  palette: PaletteName
  theme: PaletteTheme
}

/** Returns the classes of stand-in figures: their own if they were shown before, otherwise those of the scale in force. */
function otherScale(name: EditionName, scale: Scale, { reading, palette, theme }: Look) {
  if (editionKey(name) === editionKey(scale.name)) return scale
  const breaks = lastBreaksOf(name, reading.key)
  return breaks === null ? scale : { breaks, colors: scaleColors(reading.metric, palette, theme, breaks) }
}
