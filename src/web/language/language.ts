/** Messages of a language by their English. */
export type Catalogue = Readonly<Record<string, string>>

/** Towns with other names in some languages, by country and usual name: `ES Sevilla`. */
export type TownNames = Readonly<Record<string, NamedTown>>

export interface NamedTown {
  /** By language, where they differ from the usual one. */
  readonly names: Readonly<Record<string, string>>
  /** Latitude and longitude, to a tenth of a degree. */
  readonly at: readonly [number, number]
}

/** What the page speaks. */
export interface Speech {
  /** The name of a catalogue; `en` for the sentences in the code. */
  readonly language: string
  /** The reader's variant of the language, for numbers and dates: `de-AT`. */
  readonly locale: string
  readonly catalogue: Catalogue
  /** Absent while they are not loaded: towns then have the names that the service gives them. */
  readonly towns?: TownNames
}

const listeners = new Set<() => void>()
let speech: Speech = { language: 'en', locale: 'en', catalogue: {} }

/** Returns what the page speaks now. */
export function speechNow(): Speech {
  return speech
}

/** Makes the page speak another language from now on; text on the page follows. */
export function speak(next: Speech): void {
  speech = next
  for (const listener of listeners) listener()
}

/** Calls the listener whenever the page changes its language; returns a function that unsubscribes. */
export function followSpeech(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
