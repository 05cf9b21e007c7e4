import type { MarkKind, PictureColors } from './picture-words.ts'

/** Draws the letter of an area on a disc of its colour. */
export function drawLetter(
  pen: CanvasRenderingContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  { text, color }: { text: string; color: string },
  { onArea, font }: Pick<PictureColors, 'onArea' | 'font'>,
): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = `600 11px ${font}`
  pen.lineWidth = 2
  pen.strokeStyle = onArea
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = color
  pen.fill()
  pen.stroke()
  pen.fillStyle = onArea
  pen.fillText(text, x, y + 0.5)
  pen.textBaseline = 'alphabetic'
}

/** Draws a square that looks like a state's cells on the map: plain, hatched, or a dot. */
export function drawMark(
  pen: CanvasRenderingContext2D,
  kind: MarkKind,
  { x, y, size }: { x: number; y: number; size: number },
  { soft, paper }: PictureColors,
): void {
  pen.fillStyle = soft
  if (kind === 'too_few') {
    pen.beginPath()
    pen.arc(x + size / 2, y + size / 2, 1.8, 0, 2 * Math.PI)
    pen.fill()
    return
  }
  pen.fillRect(x, y, size, size)
  if (kind === 'observed') return
  pen.save()
  pen.beginPath()
  pen.rect(x, y, size, size)
  pen.clip()
  pen.strokeStyle = paper
  pen.lineWidth = 1.2
  for (let offset = -size; offset < size; offset += 4) {
    pen.beginPath()
    pen.moveTo(x + offset, y)
    pen.lineTo(x + offset + size, y + size)
    pen.stroke()
  }
  pen.restore()
}
