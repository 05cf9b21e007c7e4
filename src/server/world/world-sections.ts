/** Sorted names, each with the places that have it. */
export interface SortedNames {
  readonly count: number
  /** All names one after the other, in UTF-8. */
  readonly bytes: Buffer
  /** Where each name begins; one more than there are names. */
  readonly starts: Uint32Array
  text(position: number): string
  /** Negative when the name comes before the given one, 0 when it is the same. */
  compare(position: number, name: Buffer): number
  /** The places that have the name, the most populous first. */
  holders(position: number): number[]
}

/** The parts of the gazetteer's file. */
export interface WorldSections {
  readonly lat: Int32Array
  readonly lng: Int32Array
  readonly population: Uint32Array
  readonly country: Buffer
  readonly admin: Buffer
  readonly names: SortedNames
  /** The name to show. */
  labels(index: number): string
  /** Positions of a place's names. */
  namesOf(index: number): number[]
}

/**
 * Opens the file's sections without copying them. They follow a list of their lengths in bytes: coordinates in 1/100,000
 * of a degree, people, where labels and lists of names begin, the lists, where names and lists of their places begin, the
 * lists; then as text countries (two letters), divisions (three), labels, and the names in the order of their bytes.
 */
export function openSections(file: Buffer): WorldSections {
  const whole = (start: number, length: number) => new Uint32Array(file.buffer, file.byteOffset + start, length / 4)
  const count = file.readUInt32LE(0)
  const lengths = whole(4, 4 * count)
  let next = 4 + 4 * count
  const parts = Array.from(lengths, (length) => {
    const start = next
    next += length
    return { start, length }
  })
  const part = (index: number) => {
    const found = parts[index]
    if (!found) throw new Error('the world gazetteer was built by another version; run "npm run build"')
    return found
  }
  const numbers = (index: number) => whole(part(index).start, part(index).length)
  const signed = (index: number) =>
    new Int32Array(file.buffer, file.byteOffset + part(index).start, part(index).length / 4)
  const text = (index: number) => file.subarray(part(index).start, part(index).start + part(index).length)

  const [labelStarts, nameListStarts, nameLists] = [numbers(3), numbers(4), numbers(5)]
  const [starts, holderStarts, holders] = [numbers(6), numbers(7), numbers(8)]
  const [labelBytes, bytes] = [text(11), text(12)]
  const slice = (list: Uint32Array, from: Uint32Array, index: number) => [
    ...list.subarray(from[index] ?? 0, from[index + 1] ?? 0),
  ]
  return {
    lat: signed(0),
    lng: signed(1),
    population: numbers(2),
    country: text(9),
    admin: text(10),
    labels: (index) => labelBytes.toString('utf8', labelStarts[index] ?? 0, labelStarts[index + 1] ?? 0),
    namesOf: (index) => slice(nameLists, nameListStarts, index),
    names: {
      count: starts.length - 1,
      bytes,
      starts,
      text: (position) => bytes.toString('utf8', starts[position] ?? 0, starts[position + 1] ?? 0),
      compare: (position, name) =>
        bytes.compare(name, 0, name.length, starts[position] ?? 0, starts[position + 1] ?? 0),
      holders: (position) => slice(holders, holderStarts, position),
    },
  }
}
