import { drawLetter } from '../drawing/draw-letter.ts'
import { cssColor } from '../scale/palette.ts'
import { drawMark } from './picture-marks.ts'
import type { AreaWords, MapWords, PictureColors } from './picture-words.ts'
import { shortened, wrapWords } from './wrap-words.ts'

/** A part of the strip below a map: how high it is, and what draws it with its upper left corner at a point. */
interface Block {
  readonly height: number
  readonly draw: (x: number, y: number) => void
}

const LINE = 17
const GAP = 10
const SWATCH = { height: 12, most: 46 }
/** The narrowest column in which two areas stand side by side. */
const TWO_AREAS_FROM = 640
const MARK = 12

/** Returns what is said of a map as blocks from top to bottom, in a column as wide as `room`. */
export function mapBlocks(
  pen: CanvasRenderingContext2D,
  room: number,
  words: MapWords,
  colors: PictureColors,
): Block[] {
  const soft = { font: `12px ${colors.font}`, color: colors.soft, line: LINE }
  return [
    textBlock(pen, room, words.title, { font: `600 16px ${colors.font}`, color: colors.ink, line: 21 }),
    textBlock(pen, room, words.about, soft),
    ...(words.computedIn === null ? [] : [textBlock(pen, room, words.computedIn, soft)]),
    ...(words.classes ? [spaceBlock(GAP), rampBlock(pen, room, words.classes, colors)] : []),
    ...(words.classes?.only == null ? [] : [textBlock(pen, room, words.classes.only, soft)]),
    spaceBlock(GAP),
    marksBlock(pen, room, words.marks, colors),
    ...(words.areasTitle === null
      ? []
      : [
          spaceBlock(GAP),
          textBlock(pen, room, words.areasTitle, { font: `600 12px ${colors.font}`, color: colors.ink, line: LINE }),
          textBlock(pen, room, words.areasBasis, soft),
          areasBlock(pen, room, words.areas, colors),
          ...words.areasNotes.map((note) => textBlock(pen, room, note, soft)),
        ]),
  ]
}

/** Returns lines of a text that is wrapped where it does not fit. */
export function textBlock(
  pen: CanvasRenderingContext2D,
  room: number,
  text: string,
  { font, color, line }: { font: string; color: string; line: number },
): Block {
  pen.font = font
  const lines = wrapWords(text, room, (each) => pen.measureText(each).width)
  return {
    height: lines.length * line,
    draw: (x, y) => {
      pen.font = font
      pen.fillStyle = color
      pen.textAlign = 'left'
      lines.forEach((each, index) => {
        pen.fillText(each, x, y + (index + 1) * line - 4, room)
      })
    },
  }
}

export function spaceBlock(height: number): Block {
  return { height, draw: () => {} }
}

/** Draws blocks below each other. */
export function drawBlocks(blocks: readonly Block[], x: number, top: number): void {
  let y = top
  for (const { height, draw } of blocks) {
    draw(x, y)
    y += height
  }
}

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0)
}

function rampBlock(
  pen: CanvasRenderingContext2D,
  room: number,
  { colors: classColors, ticks }: NonNullable<MapWords['classes']>,
  colors: PictureColors,
): Block {
  const each = Math.min(SWATCH.most, room / classColors.length)
  return {
    height: SWATCH.height + LINE,
    draw: (x, y) => {
      classColors.forEach((color, index) => {
        pen.fillStyle = cssColor(color)
        pen.fillRect(x + index * each, y, each, SWATCH.height)
      })
      pen.fillStyle = colors.ink
      pen.font = `11px ${colors.font}`
      pen.textAlign = 'center'
      for (const { words, share } of ticks) {
        const width = classColors.length * each
        pen.fillText(words, x + share * width, y + SWATCH.height + 13, ticks.length === 1 ? width : each - 4)
      }
    },
  }
}

/** The marks stand beside each other where there is room. */
function marksBlock(
  pen: CanvasRenderingContext2D,
  room: number,
  marks: MapWords['marks'],
  colors: PictureColors,
): Block {
  pen.font = `12px ${colors.font}`
  const placed: { kind: MapWords['marks'][number]['kind'] | null; words: string; left: number; row: number }[] = []
  let [left, row] = [0, -1]
  for (const { kind, words } of marks) {
    const width = MARK + 6 + pen.measureText(words).width
    if (row < 0 || left + width > room) [left, row] = [0, row + 1]
    const lines = wrapWords(words, room - MARK - 6, (text) => pen.measureText(text).width)
    lines.forEach((line, index) => {
      placed.push({ kind: index === 0 ? kind : null, words: line, left, row: row + index })
    })
    row += lines.length - 1
    left += width + 16
  }
  return {
    height: (row + 1) * LINE,
    draw: (x, y) => {
      for (const { kind, words, left: at, row: line } of placed) {
        if (kind !== null) drawMark(pen, kind, { x: x + at, y: y + line * LINE + 2, size: MARK }, colors)
        pen.font = `12px ${colors.font}`
        pen.fillStyle = colors.soft
        pen.textAlign = 'left'
        pen.fillText(words, x + at + MARK + 6, y + (line + 1) * LINE - 4)
      }
    },
  }
}

const AREA_LINE = 24
/** Where an area's name begins, beside its letter. */
const NAME_LEFT = 24

function areasBlock(
  pen: CanvasRenderingContext2D,
  room: number,
  areas: readonly AreaWords[],
  colors: PictureColors,
): Block {
  const columns = room >= TWO_AREAS_FROM && areas.length > 1 ? 2 : 1
  const rows = Math.ceil(areas.length / columns)
  const each = (room - (columns - 1) * 2 * GAP) / columns
  const nameFont = `12px ${colors.font}`
  const figureFont = `600 12px ${colors.font}`
  const widthOf = (text: string, font: string) => {
    pen.font = font
    return pen.measureText(text).width
  }
  // Names that do not fit beside all figures stand above them.
  const isBeside = areas.every(
    ({ name, figure }) => NAME_LEFT + widthOf(name, nameFont) + GAP + widthOf(figure, figureFont) <= each,
  )
  const rowHeight = isBeside ? AREA_LINE : AREA_LINE + LINE
  return {
    height: rows * rowHeight,
    draw: (x, y) => {
      areas.forEach(({ letter, color, name, figure }, index) => {
        const left = x + Math.floor(index / rows) * (each + 2 * GAP)
        const middle = y + (index % rows) * rowHeight + AREA_LINE / 2
        drawLetter(pen, { x: left + 9, y: middle, radius: 8 }, { text: letter, color }, colors)
        pen.textBaseline = 'middle'
        pen.fillStyle = colors.ink
        pen.font = figureFont
        pen.textAlign = isBeside ? 'right' : 'left'
        pen.fillText(
          figure,
          isBeside ? left + each : left + NAME_LEFT,
          isBeside ? middle : middle + LINE,
          each - NAME_LEFT,
        )
        pen.font = nameFont
        pen.textAlign = 'left'
        pen.fillText(
          shortened(name, each - NAME_LEFT, (text) => widthOf(text, nameFont)),
          left + NAME_LEFT,
          middle,
        )
        pen.textBaseline = 'alphabetic'
      })
    },
  }
}
