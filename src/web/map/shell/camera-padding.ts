import { isEmbedded } from '../../state/embedded.ts'
import { isPhone } from '../../ui/device/use-media.ts'
import type { Box } from './shift-into-view.ts'
import { surfacesOver } from './surfaces.ts'

/** What is above the bounds that are fitted: with `sheet`, a phone's sheet at its current height. */
export type FittedAbove = 'sheet' | null

/** Height of the product's name and the attribution, which stand on the map above a phone's sheet. */
const MARKS = 44

/** Space around what is fitted in a frame. */
const EDGE = 12

/** In CSS pixels: a wider phone is held sideways. The style sheets have the same number. */
const PHONE_WIDTH_MAX = 640

/** Height of what is fitted that an upright phone keeps at the least. */
const LEAST_ROOM = 60

/** Height of a caption with its scale, which may arrive later. */
const CAPTION = 44

/** Left edge of what is fitted beside the panel of a desktop or a tablet. */
const BESIDE_PANEL = 360

/**
 * Returns the room that fitted bounds leave for the panels over the map, in CSS pixels: on the left on a desktop, a
 * tablet and a phone on its side, at the top and bottom on an upright phone, around the legend in a frame, and below
 * the captions of two maps.
 */
export function cameraPadding(map: HTMLElement, above: FittedAbove) {
  if (isEmbedded) return framePadding(map)
  const padding = panelPadding(map, above)
  return { ...padding, top: Math.max(padding.top, captionsEnd(map) + EDGE) }
}

/** Space on a side that has no panels. */
const OPEN_SIDE = 48

/**
 * Returns how much the panels cover at each side, at most as much as fitted bounds leave free; a phone's sheet is taken as closed.
 * The room that a tablet's card leaves is below it and beside it, which are two rectangles.
 */
export function coveredEdges(map: HTMLElement) {
  const covered = (padding: number) => Math.max(0, padding - OPEN_SIDE)
  const rooms = [cameraPadding(map, null), ...(isTablet(map) ? [besideCard(map)] : [])]
  return rooms.map(({ left, top, right, bottom }) => ({
    left: covered(left),
    top: covered(top),
    right: covered(right),
    bottom: covered(bottom),
  }))
}

// Each of two maps side by side lies beside the panel.
function isTablet(map: HTMLElement): boolean {
  return !isEmbedded && map.clientWidth <= 900 && !isPhone() && map.closest('[data-split="side"]') === null
}

function panelPadding(map: HTMLElement, above: FittedAbove) {
  const { clientWidth, clientHeight } = map
  if (clientWidth > 900)
    return { top: OPEN_SIDE, bottom: OPEN_SIDE, left: BESIDE_PANEL, right: OPEN_SIDE + insetRight(map) }
  if (isTablet(map)) return tabletPadding(map)
  if (clientWidth > PHONE_WIDTH_MAX && isPhone()) {
    // Beside an open sheet lie the legend's strip, at the bottom, and the marks, at the top.
    const ends = above === 'sheet' ? { top: 56, bottom: 84 } : { top: 24, bottom: 24 }
    return { ...ends, left: 364, right: 24 }
  }
  const edge = Math.min(24, clientWidth / 8)
  const usual = Math.min(160, clientHeight / 4)
  const dock = dockHeight(map) + MARKS + edge
  const bottom = above === 'sheet' ? Math.min(0.7 * clientHeight, Math.max(usual, dock)) : usual
  const top = Math.min(120, clientHeight / 5)
  const room = clientHeight - bottom - LEAST_ROOM
  return { top: Math.max(top, Math.min(room, statusEnd(map) + EDGE)), bottom, left: edge, right: edge }
}

// How far down a phone's calls reach, which enlarged text moves below the usual row.
function statusEnd(map: HTMLElement): number {
  const calls = document.querySelector('[data-tour="meter"]')
  return calls ? calls.getBoundingClientRect().bottom - map.getBoundingClientRect().top : 0
}

// On an upright tablet, calls, buttons and an open card leave no room beside the panel: what is fitted lies below them.
function tabletPadding(map: HTMLElement) {
  const lowest = Math.max(0, ...upperSurfaces(map).map(({ bottom }) => bottom))
  return { top: Math.min(0.65 * map.clientHeight, lowest + 24), bottom: 48, left: BESIDE_PANEL, right: 24 }
}

// The room between a tablet's panel and its card, below the buttons.
function besideCard(map: HTMLElement) {
  const right = insetRight(map)
  const buttons = upperSurfaces(map).filter(({ left }) => left < map.clientWidth - right)
  const lowest = Math.max(0, ...buttons.map(({ bottom }) => bottom))
  return { top: OPEN_SIDE + lowest, bottom: OPEN_SIDE, left: BESIDE_PANEL, right: OPEN_SIDE + right }
}

function upperSurfaces(map: HTMLElement): Box[] {
  const isUpper = ({ left, top, bottom }: Box) => left > BESIDE_PANEL / 2 && top + bottom < 1.3 * map.clientHeight
  return surfacesOver(map).filter(isUpper)
}

// How far down the captions of two maps reach; 0 where there is one map.
function captionsEnd(map: HTMLElement): number {
  const captions = map.closest('[data-split]')?.querySelectorAll('[data-map] > *') ?? []
  return Math.max(0, ...[...captions].map((caption) => caption.getBoundingClientRect().top + CAPTION))
}

/** Returns the middle of the map on the screen; where a phone's sheet covers it, that of the part above the sheet. */
export function middleSeen(map: HTMLElement): { x: number; y: number } {
  const { clientWidth, clientHeight } = map
  const middle = { x: clientWidth / 2, y: clientHeight / 2 }
  if (isEmbedded || dockHeight(map) < clientHeight / 2) return middle
  // What is fitted above the sheet has its middle there.
  const { top, bottom } = cameraPadding(map, 'sheet')
  return { ...middle, y: (top + clientHeight - bottom) / 2 }
}

// In a frame, a title is at the top, and the legend in the lower left corner: what is fitted lies above or beside it.
function framePadding(map: HTMLElement) {
  const { clientWidth: width, clientHeight: height } = map
  const isLow = ({ top, bottom }: Box) => top + bottom > height
  const surfaces = surfacesOver(map)
  const legend = surfaces.filter(isLow)
  const title = Math.max(0, ...surfaces.filter((each) => !isLow(each)).map(({ bottom }) => bottom))
  const around = { top: Math.min(title, 0.3 * height) + EDGE, bottom: EDGE, left: EDGE, right: EDGE }
  const above = Math.min(height, ...legend.map(({ top }) => top))
  const beside = Math.max(0, ...legend.map(({ right }) => right))
  const isWide = width - beside > 1.2 * (above - title)
  return isWide
    ? { ...around, left: beside + EDGE }
    : { ...around, bottom: Math.min(0.5 * height, height - above) + EDGE }
}

// Height of the panels in a phone's lower half, from the bottom edge; 0 when none is as wide as a sheet.
function dockHeight(map: HTMLElement): number {
  const { clientWidth, clientHeight } = map
  const low = surfacesOver(map).filter(({ top, bottom }) => top + bottom > clientHeight)
  if (!low.some(({ left, right }) => right - left > clientWidth / 2)) return 0
  return clientHeight - Math.min(...low.map(({ top }) => top))
}

// The style sheet moves the controls aside by the width of the panels on the right.
function insetRight(map: HTMLElement): number {
  const controls = map.querySelector('.maplibregl-ctrl-bottom-right')
  return controls ? Number.parseFloat(getComputedStyle(controls).right) || 0 : 0
}
