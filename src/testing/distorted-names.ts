import type { Place } from '../service/places/place-tree.ts'

/** The ways in which people misspell or shorten a name. */
export const DISTORTIONS = ['one slip', 'two slips', 'unaccented', 'beginning', 'one word', 'words turned'] as const
export type Distortion = (typeof DISTORTIONS)[number]

/** A place, and what somebody who searches for it types. */
export interface DistortedName {
  readonly place: Place
  readonly distortion: Distortion
  readonly typed: string
}

type Random = () => number

const SHORT_WORD = 3
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Names of at least this length get two slips. */
const LONG_NAME = 8

/** Applies each distortion to a name; null when it cannot be applied. */
const DISTORT: Readonly<Record<Distortion, (name: string, random: Random) => string | null>> = {
  'one slip': (name, random) => (name.length >= 4 && name.length < LONG_NAME ? slip(name, random) : null),
  'two slips': (name, random) => (name.length >= LONG_NAME ? slip(slip(name, random), random) : null),
  unaccented: (name) => {
    const plain = withoutAccents(name)
    return plain === name ? null : plain
  },
  beginning(name, random) {
    const least = Math.max(4, Math.ceil(name.length / 2))
    return name.length > least ? name.slice(0, least + Math.floor(random() * (name.length - least))) : null
  },
  'one word'(name) {
    const words = name.split(/[\s-]+/)
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
    return words.length > 1 && longest.length > SHORT_WORD ? longest : null
  },
  'words turned'(name) {
    const words = name.split(/[\s-]+/)
    return words.length > 1 ? words.reverse().join(' ') : null
  },
}

/** Draws random places, evenly over countries, levels and distortions, and distorts their names. */
export function distortNames(places: readonly Place[], count: number, random: Random): DistortedName[] {
  const strata = new Map<string, Place[]>()
  for (const place of places) {
    if (place.level === 'country') continue
    const key = `${place.country}/${place.level}`
    strata.set(key, [...(strata.get(key) ?? []), place])
  }
  const drawFrom = [...strata].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stratum]) => stratum)
  const drawn: DistortedName[] = []
  // A stratum may have no suitable name; this many turns are plenty for all others.
  for (let turn = 0; drawn.length < count && turn < count * 1_000; turn++) {
    const distortion = DISTORTIONS[drawn.length % DISTORTIONS.length] as Distortion
    const stratum = drawFrom[turn % drawFrom.length] as Place[]
    const place = stratum[Math.floor(random() * stratum.length)] as Place
    const typed = DISTORT[distortion](place.name, random)
    if (typed !== null) drawn.push({ place, distortion, typed })
  }
  if (drawn.length < count)
    throw new Error(`expected ${count} distorted names, found only ${drawn.length} in ${places.length} places`)
  return drawn
}

/** Omits, inserts or replaces a letter, or swaps two. */
export function slip(name: string, random: Random): string {
  const letters = [...name]
  // People get the first letter right.
  const at = 1 + Math.floor(random() * (letters.length - 1))
  const other = LETTERS[Math.floor(random() * LETTERS.length)] as string
  const [before, here, after] = [letters.slice(0, at), letters[at] as string, letters.slice(at + 1)]
  switch (Math.floor(random() * 4)) {
    case 0:
      return [...before, ...after].join('')
    case 1:
      return [...before, other, here, ...after].join('')
    case 2:
      return [...before, other, ...after].join('')
    default:
      return [...before.slice(0, -1), here, ...before.slice(-1), ...after].join('')
  }
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i' }

function withoutAccents(name: string): string {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '')
  return bare.replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS[letter.toLowerCase()] ?? letter)
}
