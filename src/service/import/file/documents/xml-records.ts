import { isObject } from './geo-json.ts'
import type { XmlListener } from './xml-elements.ts'

/** An element with what is in it, as JSON would have it. */
export interface XmlRecord {
  /** The line on which it begins. */
  readonly line: number
  readonly value: unknown
}

interface OpenElement {
  readonly name: string
  readonly line: number
  readonly inner: Map<string, unknown[]>
  text: string
}

/** Collects the elements at a path, such as `feed.listings.listing`; `compound` are the paths of elements with parts. */
export class XmlRecords implements XmlListener {
  readonly #path: string
  readonly #compound: ReadonlySet<string>
  readonly #open: OpenElement[] = []
  readonly #names: string[] = []
  #found: XmlRecord[] = []

  constructor(path: string, compound: ReadonlySet<string>) {
    this.#path = path
    this.#compound = compound
  }

  /** The elements that have ended since the last call. */
  taken(): XmlRecord[] {
    const found = this.#found
    this.#found = []
    return found
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#names.push(name)
    if (this.#open.length === 0 && this.#names.join('.') !== this.#path) return
    const inner = new Map(Object.entries(attributes).map(([key, value]) => [key, [value] as unknown[]]))
    this.#open.push({ name, line, inner, text: '' })
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element) element.text += text
  }

  close(): void {
    const path = this.#names.join('.')
    this.#names.pop()
    const element = this.#open.pop()
    if (!element) return
    const { name, line } = element
    const outer = this.#open.at(-1)
    const value = pointIn(element, outer) ?? contentOf(element, this.#compound.has(path))
    if (!outer) this.#found.push({ line, value })
    else {
      const others = outer.inner.get(name)
      if (others) others.push(value)
      else outer.inner.set(name, [value])
    }
  }
}

/** The point of KML and GML 2, whose coordinates have the longitude first and can have a height; null for other elements. */
function pointIn({ name, text }: OpenElement, outer: OpenElement | undefined): unknown {
  if (name !== 'coordinates' || outer?.name !== 'Point') return null
  const [, lng, lat] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*(?:,\s*-?\d+(?:\.\d+)?\s*)?$/.exec(text) ?? []
  return lng === undefined ? null : { type: 'Point', coordinates: [Number(lng), Number(lat)] }
}

/**
 * The text of an element without others in it; else these by name, and the text beside them as `value`, also where only other
 * elements of its kind have parts.
 */
function contentOf({ inner, text }: OpenElement, isCompound: boolean): unknown {
  const own = text.trim()
  if (inner.size === 0 && !isCompound) return own === '' ? null : own
  const entries = [...inner].flatMap(([name, values]) => {
    const named = values.length > 1 ? byOwnName(values) : null
    if (named) return named
    return [[name, values.length === 1 ? values[0] : values] as const]
  })
  return Object.fromEntries(own === '' ? entries : [...entries, ['value', own] as const])
}

/** Attributes in which an element of a general kind can have its name. */
const NAMES = ['name', 'key', 'id', 'code']
const A_NAME = /^[\p{L}_ -]{1,40}$/u

/** `<field name="price">200000</field>` and others beside it are a price and others; null for other lists. */
function byOwnName(values: readonly unknown[]): (readonly [string, unknown])[] | null {
  for (const key of NAMES) {
    const named = values.map((each) =>
      isObject(each) && typeof each[key] === 'string' ? ([each[key], each.value ?? null] as const) : null,
    )
    const isEach = named.every((each) => each !== null)
    if (isEach && new Set(named.map(([name]) => name)).size === named.length) return named
  }
  return null
}

/** Counts the elements of a document by their paths, to find those that are listings. */
export class XmlPaths implements XmlListener {
  readonly #counts = new Map<string, number>()
  readonly #open: string[] = []

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name)
    if (this.#open.length > DEEPEST)
      throw new Error(`expected elements at most ${DEEPEST} deep, found ${name} deeper; nothing was imported`)
    const path = this.#open.join('.')
    this.#add(path)
    for (const key of Object.keys(attributes)) this.#add(`${path}.${key}`)
    const ownName = NAMES.map((key) => attributes[key]).find((each) => each !== undefined && A_NAME.test(each))
    // Names of people are not fields, and there is no end to them.
    if (ownName !== undefined && this.#counts.size < MOST_PATHS / 2) {
      this.#add([...this.#open.slice(0, -1), ownName].join('.'))
    }
  }

  text(): void {}

  close(): void {
    this.#open.pop()
  }

  #add(path: string): void {
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1)
    if (this.#counts.size > MOST_PATHS)
      throw new Error(`expected at most ${MOST_PATHS} kinds of elements, found more; nothing was imported`)
  }

  /** The paths of elements that have attributes or others in them. */
  compound(): ReadonlySet<string> {
    return new Set([...this.#counts.keys()].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  }

  /** The path of the elements that are listings by the names in them: of several, the most frequent, else the outermost. */
  listings(isListing: (names: readonly string[]) => boolean): string | null {
    const paths = [...this.#counts.keys()]
    const candidates = paths.filter((path) => isListing(namesWithin(paths, path)))
    const most = Math.max(...candidates.map((path) => this.#counts.get(path) ?? 0))
    return candidates.find((path) => this.#counts.get(path) === most) ?? null
  }
}

/** Feeds of portals have some hundreds. */
const MOST_PATHS = 1000
const DEEPEST = 64

function namesWithin(paths: readonly string[], outer: string): string[] {
  return paths.flatMap((path) => (path.startsWith(`${outer}.`) ? [path.slice(outer.length + 1)] : []))
}
