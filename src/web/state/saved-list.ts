import { z } from 'zod'

const NAME_MAX = 80
const ADDRESS_MAX = 8_000
/** The most entries that a device keeps. */
export const SAVED_MAX = 500

/** A view that the viewer saved under a name; its areas are in its address. */
const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(NAME_MAX),
  /** The query of a link, such as `?at=41.39,2.16,12`. */
  address: z.string().startsWith('?').max(ADDRESS_MAX),
  saved_at: z.iso.datetime(),
})
export type SavedView = z.infer<typeof savedView>

/** What the device keeps, newest first. */
export type SavedList = readonly SavedView[]

/** Reads a stored list; leaves out what cannot be read. */
export function parseSaved(raw: string | null): SavedList {
  const entries = z
    .array(z.unknown())
    .catch([])
    .parse(readJson(raw ?? '[]'))
  return entries.flatMap((entry) => savedView.safeParse(entry).data ?? []).slice(0, SAVED_MAX)
}

/** Returns the list with a view first; one that is full loses its oldest. */
export function withSaved(list: SavedList, view: Omit<SavedView, 'name'> & { name: string }): SavedList {
  return [{ ...view, name: view.name.trim().slice(0, NAME_MAX) }, ...list].slice(0, SAVED_MAX)
}

export function withoutSaved(list: SavedList, id: string): SavedList {
  return list.filter((view) => view.id !== id)
}

/** Returns the list with a view's name changed; a blank name changes nothing. */
export function renamed(list: SavedList, id: string, name: string): SavedList {
  const given = name.trim().slice(0, NAME_MAX)
  return given === '' ? list : list.map((view) => (view.id === id ? { ...view, name: given } : view))
}

const FILE_KIND = 'squaremetre-saved'

const savedFile = z.object({ kind: z.literal(FILE_KIND), version: z.literal(1), views: z.array(z.unknown()) })

/** Returns the text of a file that `readSavedFile` reads. */
export function savedFileText(list: SavedList): string {
  return `${JSON.stringify({ kind: FILE_KIND, version: 1, views: list }, null, 2)}\n`
}

/** What a file of saved views has; null for a file that is none. */
export interface SavedFile {
  readonly views: SavedList
  /** How many entries could not be read. */
  readonly unreadable: number
}

/** Reads the text of a file. */
export function readSavedFile(text: string): SavedFile | null {
  const file = savedFile.safeParse(readJson(text))
  if (!file.success) return null
  const views = file.data.views.flatMap((entry) => savedView.safeParse(entry).data ?? [])
  return { views, unreadable: file.data.views.length - views.length }
}

/** Returns both lists as one, newest first. A view that both have, by name and address, is there once. */
export function mergedSaved(list: SavedList, more: SavedList): SavedList {
  const known = new Set(list.map(({ name, address }) => `${name}\n${address}`))
  const ids = new Set(list.map(({ id }) => id))
  const added = more.filter(({ name, address, id }) => !known.has(`${name}\n${address}`) && !ids.has(id))
  return [...list, ...added].sort((a, b) => b.saved_at.localeCompare(a.saved_at)).slice(0, SAVED_MAX)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
