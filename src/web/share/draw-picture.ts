import { drawLetter } from '../drawing/draw-letter.ts'
import { breakText } from './break-text.ts'
import { drawBlocks, heightOf, mapBlocks, spaceBlock, textBlock } from './picture-strip.ts'
import type { PictureColors, PictureWords } from './picture-words.ts'

const PAD = 16
/** The width at which words are as large as on the screen. */
const READABLE_WIDTH = 900
const LINE = 17

/** A map as drawn, and what it shows where there are two. */
interface PicturedMap {
  readonly image: ImageBitmap
  readonly caption: string | null
  readonly letters: readonly AreaLetter[]
}

/** The letter of a compared area: where it stands on its map, and its colour. */
interface AreaLetter {
  readonly at: { readonly x: number; readonly y: number }
  readonly text: string
  readonly color: string
}

/**
 * Draws maps that were each shown as `width` × `height`, side by side, with what is said of each and their sources below them,
 * as a PNG with as many pixels as the maps have. Throws where the browser cannot draw or encode it.
 */
export async function drawPicture(
  maps: readonly PicturedMap[],
  shown: { width: number; height: number },
  words: PictureWords,
  colors: PictureColors,
): Promise<Blob> {
  const pixels = maps[0]?.image.width ?? 0
  // A wide picture is mostly seen smaller, so its words are drawn larger.
  const enlarged = Math.max(1, (maps.length * shown.width) / READABLE_WIDTH)
  const ratio = (enlarged * pixels) / shown.width
  const size = { width: (maps.length * shown.width) / enlarged, height: shown.height / enlarged }
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser offers no canvas to draw on')
  const each = size.width / maps.length
  const columns = words.maps.map((map) => mapBlocks(pen, each - 2 * PAD, map, colors))
  const small = { font: `12px ${colors.font}`, color: colors.soft, line: LINE }
  const shared = words.lines.map((line) => textBlock(pen, size.width - 2 * PAD, line, small))
  const below = shared.length === 0 ? [] : [spaceBlock(8), ...shared]
  const columnsHeight = Math.max(...columns.map(heightOf))
  const sources = sourceLines(pen, size.width - 2 * PAD, words, colors)
  const footHeight = PAD + columnsHeight + heightOf(below) + PAD + sources.length * LINE
  canvas.width = maps.length * pixels
  canvas.height = Math.round((size.height + footHeight) * ratio)
  maps.forEach(({ image }, index) => {
    pen.drawImage(image, index * pixels, 0)
  })
  pen.scale(ratio, ratio)
  maps.forEach(({ letters }, index) => {
    drawLetters(pen, letters, { left: index * each, width: each, height: size.height, enlarged }, colors)
  })
  pen.fillStyle = colors.paper
  pen.fillRect(0, size.height, size.width, footHeight)
  drawCaptions(pen, size, maps, colors)
  drawScaleBar(pen, size.height, { ...words.scaleBar, width: words.scaleBar.width / enlarged }, colors)
  columns.forEach((blocks, index) => {
    drawBlocks(blocks, index * each + PAD, size.height + PAD)
  })
  drawBlocks(below, PAD, size.height + PAD + columnsHeight)
  drawSources(pen, size.width, size.height + footHeight - 12, sources, colors)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))), 'image/png')
  })
}

/** Draws the letters of the compared areas in their middles, as they stand on the screen, and none beyond its map's edges. */
function drawLetters(
  pen: CanvasRenderingContext2D,
  letters: readonly AreaLetter[],
  { left, width, height, enlarged }: { left: number; width: number; height: number; enlarged: number },
  colors: PictureColors,
): void {
  pen.save()
  pen.beginPath()
  pen.rect(left, 0, width, height)
  pen.clip()
  for (const { at, text, color } of letters) {
    drawLetter(pen, { x: left + at.x / enlarged, y: at.y / enlarged, radius: 11 }, { text, color }, colors)
  }
  pen.restore()
}

/** Writes above each of two maps what it shows, with a line between the two. */
function drawCaptions(
  pen: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  maps: readonly PicturedMap[],
  { paper, ink, font }: PictureColors,
): void {
  const each = width / maps.length
  pen.textAlign = 'left'
  pen.font = `600 13px ${font}`
  maps.forEach(({ caption }, index) => {
    pen.fillStyle = paper
    if (index > 0) pen.fillRect(index * each - 1, 0, 2, height)
    if (caption === null) return
    const room = each - 2 * PAD
    pen.fillRect(index * each + PAD - 8, PAD - 6, Math.min(room, pen.measureText(caption).width) + 16, 26)
    pen.fillStyle = ink
    pen.fillText(caption, index * each + PAD, PAD + 11, room)
  })
}

function drawScaleBar(
  pen: CanvasRenderingContext2D,
  bottom: number,
  { label, width }: PictureWords['scaleBar'],
  { paper, ink, font }: PictureColors,
): void {
  pen.font = `11px ${font}`
  pen.textAlign = 'left'
  pen.fillStyle = paper
  pen.fillRect(PAD - 6, bottom - 34, Math.max(width, pen.measureText(label).width) + 12, 26)
  pen.fillStyle = ink
  pen.fillText(label, PAD, bottom - 20)
  pen.strokeStyle = ink
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.moveTo(PAD, bottom - 17)
  pen.lineTo(PAD, bottom - 13)
  pen.lineTo(PAD + width, bottom - 13)
  pen.lineTo(PAD + width, bottom - 17)
  pen.stroke()
}
interface SourceLine {
  readonly left: string
  readonly right: string
}

/** The link with the attribution on its right, or below it where the link takes the room of both. */
function sourceLines(
  pen: CanvasRenderingContext2D,
  room: number,
  { attribution, link }: PictureWords,
  { font }: PictureColors,
): SourceLine[] {
  setSourceFont(pen, font)
  const widthOf = (text: string) => pen.measureText(text).width
  if (widthOf(link) + PAD + widthOf(attribution) <= room) return [{ left: link, right: attribution }]
  return [...breakText(link, room, widthOf).map((left) => ({ left, right: '' })), { left: '', right: attribution }]
}

/** `bottom` is the base line of the last line. */
function drawSources(
  pen: CanvasRenderingContext2D,
  width: number,
  bottom: number,
  lines: readonly SourceLine[],
  { soft, font }: PictureColors,
): void {
  pen.fillStyle = soft
  setSourceFont(pen, font)
  for (const [index, { left, right }] of lines.entries()) {
    const y = bottom - (lines.length - 1 - index) * LINE
    pen.textAlign = 'left'
    pen.fillText(left, PAD, y)
    pen.textAlign = 'right'
    pen.fillText(right, width - PAD, y, width - 2 * PAD)
  }
}

/** The page's font would write the x between two numbers of a link as a sign of multiplication. */
function setSourceFont(pen: CanvasRenderingContext2D, font: string): void {
  pen.font = `11px ${font}`
  pen.textRendering = 'optimizeSpeed'
}
