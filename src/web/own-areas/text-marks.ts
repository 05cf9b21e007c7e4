/** What separates the parts of a file: its length says little about how long reading takes, their number does. */
const MARKS = {
  table: /[,;\t|\r\n]/,
  lines: /\n|\r(?!\n)/,
  json: /[[{]/,
  xml: /</,
} as const

/** Returns whether a text has more of some marks than `most`, without going on after that many. */
export function hasMoreMarks(text: string, kind: keyof typeof MARKS, most: number): boolean {
  const mark = new RegExp(MARKS[kind], 'g')
  for (let count = 0; mark.test(text); ) {
    count += 1
    if (count > most) return true
  }
  return false
}
