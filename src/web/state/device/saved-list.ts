import { z } from 'zod'
import { shownName } from '../../../domain/names/shown-name.ts'
import { parseArea } from '../address/area-text.ts'

const NAME_MAX = 80
const ADDRESS_MAX = 8_000
/** The most entries that a device keeps. */
export const SAVED_MAX = 500
/** The most entries of a list that are read: several files of a full device. Checking millions stopped the page for a minute. */
const ENTRIES_READ = 10 * SAVED_MAX

const entry = {
  id: z.string().min(1).max(64),
  name: z
    .string()
    .trim()
    .max(NAME_MAX)
    .transform((raw) => shownName(raw, NAME_MAX))
    .pipe(z.string()),
  saved_at: z.iso.datetime(),
}

/** A view that the viewer saved under a name; its areas are in its address. `address` is the query of a link, such as `?at=41.39,2.16,12`. */
const savedView = z.object({ ...entry, address: z.string().startsWith('?').max(ADDRESS_MAX) })
export type SavedView = z.infer<typeof savedView>

/**
 * A single area that the viewer saved, as `formatArea` writes it. `own_name` is false while its name only describes it,
 * as the page then did; the area is described again when it is opened. Older entries do not tell, and keep their names.
 */
const savedArea = z.object({
  ...entry,
  own_name: z.boolean().default(true),
  area: z
    .string()
    .max(ADDRESS_MAX)
    .refine((text) => parseArea(text) !== null),
})
export type SavedArea = z.infer<typeof savedArea>

/** What is saved: a view or an area. */
export type Saved = SavedView | SavedArea

/** What the device keeps of one kind, newest first. */
export type SavedList<Entry extends Saved> = readonly Entry[]

/** Reads a stored list of views; leaves out what cannot be read. */
export const parseSavedViews = (raw: string | null): SavedList<SavedView> => parseList(raw, savedView)

/** Reads a stored list of areas; leaves out what cannot be read. */
export const parseSavedAreas = (raw: string | null): SavedList<SavedArea> => parseList(raw, savedArea)

function parseList<Entry>(raw: string | null, kind: z.ZodType<Entry>): Entry[] {
  const entries = z
    .array(z.unknown())
    .catch([])
    .parse(readJson(raw ?? '[]'))
  return readable(entries, kind).slice(0, SAVED_MAX)
}

function readable<Entry>(entries: readonly unknown[], kind: z.ZodType<Entry>): Entry[] {
  return entries.slice(0, ENTRIES_READ).flatMap((each) => kind.safeParse(each).data ?? [])
}

/** Returns the list with an entry first; one that is full loses its oldest. */
export function withSaved<Entry extends Saved>(list: SavedList<Entry>, added: Entry): SavedList<Entry> {
  return [{ ...added, name: shownName(added.name, NAME_MAX) ?? '' }, ...list].slice(0, SAVED_MAX)
}

export function withoutSaved<Entry extends Saved>(list: SavedList<Entry>, id: string): SavedList<Entry> {
  return list.filter((each) => each.id !== id)
}

/** Returns the list with an entry's name changed; a blank name changes nothing. */
export function renamed<Entry extends Saved>(list: SavedList<Entry>, id: string, name: string): SavedList<Entry> {
  const given = shownName(name, NAME_MAX)
  if (given === null) return list
  return list.map((each) => {
    if (each.id !== id || each.name === given) return each
    return 'area' in each ? { ...each, name: given, own_name: true } : { ...each, name: given }
  })
}

const FILE_KIND = 'squaremetre-saved'

/** Files from before areas could be saved have none, and a page of that time reads the views of newer files. */
const savedFile = z.object({
  kind: z.literal(FILE_KIND),
  version: z.literal(1),
  views: z.array(z.unknown()),
  areas: z.array(z.unknown()).default([]),
})

/** Everything that the device keeps. */
export interface SavedLists {
  readonly views: SavedList<SavedView>
  readonly areas: SavedList<SavedArea>
}

/** Returns the text of a file that `readSavedFile` reads. */
export function savedFileText({ views, areas }: SavedLists): string {
  return `${JSON.stringify({ kind: FILE_KIND, version: 1, views, areas }, null, 2)}\n`
}

/** What a file has; null for a file of another kind. */
interface SavedFile extends SavedLists {
  /** How many entries could not be read, or are too many. */
  readonly unreadable: number
}

/** Reads the text of a file. */
export function readSavedFile(text: string): SavedFile | null {
  const file = savedFile.safeParse(readJson(text))
  if (!file.success) return null
  const views = readable(file.data.views, savedView)
  const areas = readable(file.data.areas, savedArea)
  return { views, areas, unreadable: file.data.views.length + file.data.areas.length - views.length - areas.length }
}

/** Returns both lists as one, newest first. What both have, by name and content, is there once. */
export function mergedSaved<Entry extends Saved>(list: SavedList<Entry>, more: SavedList<Entry>): SavedList<Entry> {
  const contentOf = (each: Saved) => `${each.name}\n${'address' in each ? each.address : each.area}`
  const known = new Set(list.map(contentOf))
  const ids = new Set(list.map(({ id }) => id))
  const added = more.filter((each) => {
    if (known.has(contentOf(each)) || ids.has(each.id)) return false
    known.add(contentOf(each))
    ids.add(each.id)
    return true
  })
  return [...list, ...added].sort((a, b) => b.saved_at.localeCompare(a.saved_at)).slice(0, SAVED_MAX)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
