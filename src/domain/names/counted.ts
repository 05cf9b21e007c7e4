/** A number with its noun, as in "1 place" and "2 places". */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
