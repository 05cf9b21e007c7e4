import { cssColor, type Rgb } from '../scale/palette.ts'
import { breakText } from './break-text.ts'

/** What stands on a picture of the map, in words and colours. Lengths are in CSS pixels. */
export interface PictureWords {
  readonly title: string
  /** One line each below the title. */
  readonly lines: readonly string[]
  readonly classes: { readonly colors: readonly Rgb[]; readonly ticks: readonly string[] } | null
  readonly scaleBar: { readonly label: string; readonly width: number }
  readonly attribution: string
  readonly link: string
}

export interface PictureColors {
  readonly paper: string
  readonly ink: string
  readonly soft: string
  /** On the colour of an area. */
  readonly onArea: string
  readonly font: string
}

const PAD = 16
/** The width at which words are as large as on the screen. */
const READABLE_WIDTH = 900
const LINE = 17
/** As wide as a tick such as `€11.7k`, where there is room. */
const SWATCH = { height: 12, width: 42 }

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
 * Draws maps that were each shown as `width` × `height`, side by side, with their title, legend and sources below them, as a
 * PNG with as many pixels as the maps have. Throws where the browser cannot draw or encode it.
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
  const isNarrow = size.width < 640
  const textHeight = PAD + 20 + words.lines.length * LINE + PAD
  const classesHeight = words.classes ? SWATCH.height + LINE + 8 : 0
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser offers no canvas to draw on')
  const sources = sourceLines(pen, size.width - 2 * PAD, words, colors)
  const footHeight = textHeight + (isNarrow ? classesHeight : 0) + sources.length * LINE
  canvas.width = maps.length * pixels
  canvas.height = Math.round((size.height + footHeight) * ratio)
  maps.forEach(({ image }, index) => {
    pen.drawImage(image, index * pixels, 0)
  })
  pen.scale(ratio, ratio)
  maps.forEach(({ letters }, index) => {
    drawLetters(pen, letters, { left: (index * shown.width) / enlarged, enlarged, ...size, maps: maps.length }, colors)
  })
  pen.fillStyle = colors.paper
  pen.fillRect(0, size.height, size.width, footHeight)
  drawCaptions(pen, size, maps, colors)
  drawScaleBar(pen, size.height, { ...words.scaleBar, width: words.scaleBar.width / enlarged }, colors)
  drawTitle(pen, size, words, colors, isNarrow)
  if (words.classes) {
    const each = swatchWidth(words.classes, size.width)
    const width = words.classes.colors.length * each
    const [x, y] = isNarrow ? [PAD, size.height + textHeight - 4] : [size.width - PAD - width, size.height + PAD + 2]
    drawClasses(pen, { x, y, each }, words.classes, colors)
  }
  drawSources(pen, size.width, size.height + footHeight - 12, sources, colors)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))), 'image/png')
  })
}

const LETTER = { radius: 11, border: 2 }

/** Draws the letters of the compared areas in their middles, as they stand on the screen, and none beyond its map's edges. */
function drawLetters(
  pen: CanvasRenderingContext2D,
  letters: readonly AreaLetter[],
  frame: { left: number; enlarged: number; width: number; height: number; maps: number },
  { onArea, font }: PictureColors,
): void {
  pen.save()
  pen.beginPath()
  pen.rect(frame.left, 0, frame.width / frame.maps, frame.height)
  pen.clip()
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = `600 11px ${font}`
  pen.lineWidth = LETTER.border
  pen.strokeStyle = onArea
  for (const { at, text, color } of letters) {
    const [x, y] = [frame.left + at.x / frame.enlarged, at.y / frame.enlarged]
    pen.beginPath()
    pen.arc(x, y, LETTER.radius, 0, 2 * Math.PI)
    pen.fillStyle = color
    pen.fill()
    pen.stroke()
    pen.fillStyle = onArea
    pen.fillText(text, x, y + 0.5)
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

function drawTitle(
  pen: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  { title, lines, classes }: PictureWords,
  colors: PictureColors,
  isNarrow: boolean,
): void {
  const room = width - 2 * PAD - (isNarrow || !classes ? 0 : classes.colors.length * swatchWidth(classes, width) + PAD)
  pen.textAlign = 'left'
  pen.fillStyle = colors.ink
  pen.font = `600 16px ${colors.font}`
  pen.fillText(title, PAD, height + PAD + 14, room)
  pen.fillStyle = colors.soft
  pen.font = `12px ${colors.font}`
  lines.forEach((line, i) => {
    pen.fillText(line, PAD, height + PAD + 34 + i * LINE, room)
  })
}

function swatchWidth({ colors }: NonNullable<PictureWords['classes']>, width: number): number {
  return Math.min(SWATCH.width, (width - 2 * PAD) / colors.length)
}

function drawClasses(
  pen: CanvasRenderingContext2D,
  { x, y, each }: { x: number; y: number; each: number },
  { colors: classColors, ticks }: NonNullable<PictureWords['classes']>,
  colors: PictureColors,
): void {
  classColors.forEach((color, i) => {
    pen.fillStyle = cssColor(color)
    pen.fillRect(x + i * each, y, each, SWATCH.height)
  })
  pen.fillStyle = colors.ink
  pen.font = `11px ${colors.font}`
  pen.textAlign = 'center'
  ticks.forEach((tick, i) => {
    pen.fillText(tick, x + (i + 1) * each, y + SWATCH.height + 13, each - 4)
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
  pen.font = `11px ${font}`
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
  pen.font = `11px ${font}`
  for (const [index, { left, right }] of lines.entries()) {
    const y = bottom - (lines.length - 1 - index) * LINE
    pen.textAlign = 'left'
    pen.fillText(left, PAD, y)
    pen.textAlign = 'right'
    pen.fillText(right, width - PAD, y, width - 2 * PAD)
  }
}
