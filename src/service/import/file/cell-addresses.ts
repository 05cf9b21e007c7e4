/** Bytes searched at once. */
const STEP = 2 ** 24

const CELL_WITHOUT_ADDRESS = /<(?:\w+:)?c(?=[\s/>])(?![^<>]*?\sr\s*=)/
/** Comments, and what opens a row or a cell, with its address or the number of the row. */
const OPENING = /<!--[\s\S]*?-->|<(?:\w+:)?(row|c)(?=[\s/>])([^<>]*?\sr\s*=\s*["']([A-Z]{0,3})(\d{1,7})["'])?/g

/**
 * A sheet in which each cell has its address. The attribute `r` can be left out of a row or a cell that follows the one
 * before it, and the reader of workbooks needs that of cells.
 */
export function withAddresses(xml: Buffer): Buffer {
  if (!lacksAddresses(xml)) return xml
  let [row, column] = [0, 0]
  const steps: Buffer[] = []
  for (const text of stepsOf(xml)) {
    const addressed = text.replace(OPENING, (tag, element?: string, start?: string, letters = '', digits = '') => {
      if (element === 'row') [row, column] = [start === undefined ? row + 1 : Number(digits), 0]
      if (element !== 'c') return tag
      if (start !== undefined) [row, column] = [Number(digits), columnNumber(letters)]
      else column++
      return start === undefined ? `${tag} r="${columnLetters(column)}${row}"` : tag
    })
    steps.push(Buffer.from(addressed, 'latin1'))
  }
  return Buffer.concat(steps)
}

function lacksAddresses(xml: Buffer): boolean {
  for (const text of stepsOf(xml)) if (CELL_WITHOUT_ADDRESS.test(text)) return true
  return false
}

/** The sheet in parts that end with a tag, so that none is cut in two; byte by byte, whatever the letters are. */
export function* stepsOf(xml: Buffer): Generator<string> {
  for (let at = 0, end = 0; at < xml.length; at = end) {
    end = at + STEP < xml.length ? 1 + xml.lastIndexOf('>', at + STEP - 1) : xml.length
    if (end <= at) throw new Error(`expected tags of at most ${STEP} bytes, found a longer one`)
    yield xml.toString('latin1', at, end)
  }
}

/** `A` is 1, `AA` is 27. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0)
}

/** 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  const last = (column - 1) % 26
  const before = (column - 1 - last) / 26
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + last)
}
