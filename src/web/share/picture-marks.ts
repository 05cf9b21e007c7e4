import type { MarkKind, PictureColors } from './picture-words.ts'

/** Draws a square that looks like a state's cells on the map, as the legend has it. */
export function drawMark(
  pen: CanvasRenderingContext2D,
  kind: MarkKind,
  { x, y, size }: { x: number; y: number; size: number },
  { soft, paper }: PictureColors,
): void {
  pen.save()
  pen.beginPath()
  pen.rect(x, y, size, size)
  pen.clip()
  pen.fillStyle = soft
  pen.strokeStyle = soft
  pen.lineWidth = 1.2
  switch (kind) {
    case 'observed':
      pen.fill()
      break
    case 'estimated':
      pen.fill()
      pen.strokeStyle = paper
      hatch(pen, { x, y, size })
      break
    case 'too_few':
      pen.beginPath()
      pen.arc(x + size / 2, y + size / 2, 1.8, 0, 2 * Math.PI)
      pen.fill()
      break
    case 'not_covered':
      pen.globalAlpha = 0.2
      pen.fill()
      break
    case 'not_bought':
    case 'finer_than_plan':
      pen.setLineDash([3, 2])
      pen.strokeRect(x + 0.6, y + 0.6, size - 1.2, size - 1.2)
      break
    case 'failed':
      pen.strokeRect(x + 0.6, y + 0.6, size - 1.2, size - 1.2)
      pen.globalAlpha = 0.5
      hatch(pen, { x, y, size })
      break
    case 'no_listings':
      pen.globalAlpha = 0.5
      pen.strokeRect(x + 0.6, y + 0.6, size - 1.2, size - 1.2)
      break
  }
  pen.restore()
}

function hatch(
  pen: CanvasRenderingContext2D,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  for (let offset = -size; offset < size; offset += 4) {
    pen.beginPath()
    pen.moveTo(x + offset, y)
    pen.lineTo(x + offset + size, y + size)
    pen.stroke()
  }
}
