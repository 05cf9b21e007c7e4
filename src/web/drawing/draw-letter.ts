/** Draws the letter of an area on a disc of its colour. */
export function drawLetter(
  pen: CanvasRenderingContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  { text, color }: { text: string; color: string },
  { onArea, font }: { readonly onArea: string; readonly font: string },
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
