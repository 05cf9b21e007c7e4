import { create } from 'zustand'
import type { Cell } from '../../domain/cell.ts'
import type { Circle, LatLng } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'
import type { PolygonFault } from '../../domain/polygon.ts'
import type { Bounds } from '../../domain/tile.ts'
import type { AreaColor, AreaShape, ChosenArea } from './address/area-choice.ts'
import type { View } from './address/number-parts.ts'
import type { Opening } from './address/opening.ts'

/** What the camera shows when the map is at rest. */
export interface RestedView {
  readonly view: View
  readonly bounds: Bounds
  /** The rectangles of ground that the panels leave in sight; a phone's sheet is taken as closed. */
  readonly seen: readonly Bounds[]
  /** The middle of what no sheet covers, which decides the classes. */
  readonly middle: LatLng
  /** The bounds of the previous rest; null at first. */
  readonly before: Bounds | null
}

/** A camera move requested from outside the map; the map carries it out and clears it. */
export type CameraRequest =
  | { kind: 'point'; lat: number; lng: number; zoom: number }
  /**
   * Fits the bounds; with `above`, above a phone's sheet at its current height; `unlessSeen`, only where a part is hidden;
   * `noCloser`, at the current zoom or farther away.
   */
  | { kind: 'bounds'; bounds: Bounds; above?: 'sheet'; unlessSeen?: true; noCloser?: true }
  /** Moves just far enough to bring the cell out from under the panels over it. */
  | { kind: 'uncover'; cell: Cell }

/** A picture of a map, in device pixels. */
export interface MapPicture {
  readonly image: ImageBitmap
  /** Where the places are on it, in CSS pixels from its top left corner. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

type TakePicture = (places: readonly LatLng[]) => Promise<MapPicture>

/** A class of a scale. It is forgotten when the scale has other breaks, where the same place means other values. */
export interface ClassMark {
  /** 0-based, lowest first. */
  readonly index: number
  readonly breaks: readonly number[]
}

/** The tabs of the panel, in the order in which they are shown. */
export const PANEL_TABS = ['map', 'places', 'compare'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

/** What a phone's bottom sheet shows; `panel` is the panel with its tabs. */
export type PhoneSheet = 'panel' | 'meter' | 'cell' | 'table'

/** A phone's button for a tab of the panel, by its `data-opens`. */
export type SheetOpener = 'filters' | 'places' | 'areas'

/** A circle by its centre and a point of its rim, or a polygon by its corners so far. */
export type Drawing =
  /**
   * `moves` is the area whose centre is picked; null for a new circle. `sized` is the circle whose centre the keys have
   * set and whose radius they change; null before.
   */
  | { readonly kind: 'circle'; readonly moves: AreaColor | null; readonly sized: Circle | null }
  /** `fault` is why the last corner was refused, or the outline could not be closed. */
  | { readonly kind: 'polygon'; readonly corners: readonly LatLng[]; readonly fault: PolygonFault | null }

interface Draft {
  /** Null for a new area. */
  readonly color: AreaColor | null
  readonly shape: AreaShape
  /** Where the rim of a circle is held, beside which its radius is shown; null where no radius changes. */
  readonly rim: LatLng | null
}

interface RemovedArea {
  readonly area: ChosenArea
  readonly index: number
  readonly wasBaseline: boolean
}

interface PageState {
  /** What the link was about that the page was opened with. */
  openedWith: Opening['kind']
  /** True until it is known where a page that was opened without a view should look; nothing is bought until then. */
  isFindingView: boolean
  /** What the maker of that link saw, until what it is about is in view on this screen, too; null when it surely is. */
  seenByMaker: Bounds | null
  /** A sentence for each part of that link that could not be read, until the viewer dismisses them. */
  brokenParts: readonly string[]
  /** How many replacements of all figures the viewer has seen a notice of. */
  replacementsSeen: number
  /** Null until the map has its size. */
  rested: RestedView | null
  hoveredCell: Cell | null
  /** The class under the pointer or with the keyboard's focus. */
  pointedClass: ClassMark | null
  /** The cell under the crosshair that the arrow keys move; null when nobody walks. */
  walkedCell: Cell | null
  camera: CameraRequest | null
  panelTab: PanelTab
  /** While true, what the tab shows takes the focus; then it becomes false. */
  panelTakesFocus: boolean
  /** The open sheet of a phone; a desktop shows all of them at once. */
  sheet: PhoneSheet | null
  /** The button that opened the panel's sheet; null when something else did, such as a place that was found. */
  sheetOpener: SheetOpener | null
  /** A place just chosen; the view fits its extent once that is known. */
  placeToFit: GeoId | null
  /** True after an area was found by name, until it is known that all are in sight. */
  areAreasToFit: boolean
  /** A cell just chosen, to be uncovered once its card is complete; null again when the viewer moves the map. */
  cellToUncover: Cell | null
  /** A cell opened with the keyboard; its card takes the focus. */
  cellToFocus: Cell | null
  /** What the viewer is drawing on the map; null when nothing. */
  drawing: Drawing | null
  /** A shape that is being drawn or changed by a handle; the address gets it when it is done. */
  draft: Draft | null
  /** Where the next corner would be; null while nobody points at the map. */
  drawnTo: LatLng | null
  /** The area whose card is open and whose handles are on the map; null for none. */
  openArea: AreaColor | null
  /** An area that has just got this colour; the choice of colours on its card takes the focus. */
  colorToFocus: AreaColor | null
  /** Areas that were removed since the last one was added, latest last, each with its place in the order. */
  removedAreas: readonly RemovedArea[]
  /** Why a moved corner was put back; null when it was not. */
  reshapeFault: PolygonFault | null
  /** While true, the next place that is chosen is compared instead of opened. */
  isChoosingArea: boolean
  /** True while the bar with the months is open; a link to an earlier period opens it, too. */
  isMonthsOpen: boolean
  /** The address that the page was opened with has the table open, which has not been closed since. */
  isTableLinked: boolean
  /** True while the map plays the months. */
  isPlaying: boolean
  /** True while a second map is being chosen; a link to two maps opens the choice, too. */
  isBesideOpen: boolean
  /** Where the divider between two maps is, in per cent of the width. */
  dividerAt: number
  /** Which of two maps the pointer is on. */
  pointedMap: 'first' | 'second'
  /** True while the list of keyboard shortcuts is shown. */
  isShortcutsOpen: boolean
  /** True while the page shows a report to print. */
  isReportOpen: boolean
  /** True while the browser puts the page on paper. */
  isPrinting: boolean
  /** Loads the basemap again; null unless parts of it could not be loaded. */
  reloadBasemap: (() => void) | null
  /** Takes a picture of the map as drawn, and finds places on it; null while there is no map. */
  takePicture: TakePicture | null
  /** The same of the second map. */
  takeSecondPicture: TakePicture | null
  set: (patch: Partial<Omit<PageState, 'set'>>) => void
}

/** Page state that neither comes from the server nor belongs in a link. */
export const usePage = create<PageState>((set) => ({
  openedWith: 'view',
  isFindingView: false,
  seenByMaker: null,
  brokenParts: [],
  replacementsSeen: 0,
  rested: null,
  hoveredCell: null,
  pointedClass: null,
  walkedCell: null,
  camera: null,
  panelTab: 'map',
  panelTakesFocus: false,
  sheet: null,
  sheetOpener: null,
  placeToFit: null,
  areAreasToFit: false,
  cellToUncover: null,
  cellToFocus: null,
  drawing: null,
  draft: null,
  drawnTo: null,
  openArea: null,
  colorToFocus: null,
  removedAreas: [],
  reshapeFault: null,
  isChoosingArea: false,
  isMonthsOpen: false,
  isTableLinked: false,
  isPlaying: false,
  isBesideOpen: false,
  dividerAt: 50,
  pointedMap: 'first',
  isShortcutsOpen: false,
  isReportOpen: false,
  isPrinting: false,
  reloadBasemap: null,
  takePicture: null,
  takeSecondPicture: null,
  set,
}))
