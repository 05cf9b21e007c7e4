/** Breaks a text at its blanks into lines that fit into a room; a word that is longer has a line of its own. */
export function wrapWords(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Shortens a text to a room, with an ellipsis. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text
  const signs = [...text]
  while (signs.length > 1 && widthOf(`${signs.join('').trimEnd()}…`) > room) signs.pop()
  return `${signs.join('').trimEnd()}…`
}
