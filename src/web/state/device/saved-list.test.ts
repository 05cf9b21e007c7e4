import { expect, test } from 'vitest'
import {
  mergedSaved,
  parseSavedAreas,
  parseSavedViews,
  readSavedFile,
  renamed,
  SAVED_MAX,
  type SavedArea,
  type SavedView,
  savedFileText,
  withoutSaved,
  withSaved,
} from './saved-list.ts'

const view = (id: string, name = `View ${id}`): SavedView => ({
  id,
  name,
  address: `?at=41.39,2.16,${id}`,
  saved_at: `2026-11-0${id}T10:00:00.000Z`,
})

const area = (id: string, text = `c41.39000,2.16000,${id}:08`): SavedArea => ({
  id,
  name: `Area ${id}`,
  own_name: true,
  area: text,
  saved_at: `2026-11-0${id}T10:00:00.000Z`,
})

test('a file reads back as it was written, and nothing of another kind is taken for one', () => {
  const views = [view('2'), view('1', 'Gràcia "alta" <b>')]
  const areas = [area('4'), area('3', 'pz1:2')]
  expect(readSavedFile(savedFileText({ views, areas }))).toEqual({ views, areas, unreadable: 0 })
  for (const text of ['', '{}', '[]', 'null', '{"kind":"squaremetre-saved","version":2,"views":[]}', 'a,b\n1,2']) {
    expect(readSavedFile(text)).toBeNull()
  }
})

test('a file from before areas could be saved still opens', () => {
  const text = JSON.stringify({ kind: 'squaremetre-saved', version: 1, views: [view('1')] })
  expect(readSavedFile(text)).toEqual({ views: [view('1')], areas: [], unreadable: 0 })
})

test('an area whose shape cannot be read is left out of a file and of what the device keeps', () => {
  const broken = [area('2', 'c99,2,900:0'), area('2', 'x'), area('2', ''), { ...area('2'), name: ' ' }]
  const text = JSON.stringify({ kind: 'squaremetre-saved', version: 1, views: [], areas: [area('1'), ...broken] })
  expect(readSavedFile(text)).toEqual({ views: [], areas: [area('1')], unreadable: 4 })
  expect(parseSavedAreas(JSON.stringify([...broken, area('1')]))).toEqual([area('1')])
})

test('entries that cannot be read are counted, and leave the others', () => {
  const broken = { ...view('3'), address: 'https://elsewhere.example/' }
  const text = JSON.stringify({ kind: 'squaremetre-saved', version: 1, views: [broken, view('1'), 7, { name: 'x' }] })
  expect(readSavedFile(text)).toEqual({ views: [view('1')], areas: [], unreadable: 3 })
  expect(parseSavedViews(JSON.stringify([broken, view('1'), null]))).toEqual([view('1')])
  for (const raw of [null, '', '{', '{"a":1}', '"text"']) expect(parseSavedViews(raw)).toEqual([])
})

test('entries beyond the first thousands are not read, and are counted as unreadable', () => {
  const views = [...Array.from({ length: 9_999 }, () => 0), view('1')]
  const text = JSON.stringify({ kind: 'squaremetre-saved', version: 1, views: [view('2'), ...views] })
  expect(readSavedFile(text)).toEqual({ views: [view('2')], areas: [], unreadable: 10_000 })
  expect(parseSavedViews(JSON.stringify(views))).toEqual([])
})

test('a merged file adds what is new, newest first, and nothing twice', () => {
  const [one, two, three] = [view('1'), view('2'), view('3')]
  expect(mergedSaved([three, one], [two, one])).toEqual([three, two, one])
  expect(mergedSaved([one], [{ ...one, id: 'other' }])).toEqual([one])
  expect(mergedSaved([one], [{ ...two, id: '1' }])).toEqual([one])
  expect(mergedSaved([], [one, { ...one, id: 'other' }, { ...two, id: '1' }])).toEqual([one])
  expect(mergedSaved([area('1')], [area('2'), { ...area('1'), id: 'other' }])).toEqual([area('2'), area('1')])
})

test('a name can be changed but not blanked, and a full list loses its oldest', () => {
  const list = [view('2'), view('1')]
  expect(renamed(list, '1', '  Home ').map(({ name }) => name)).toEqual(['View 2', 'Home'])
  expect(renamed(list, '1', '  ')).toEqual(list)
  expect(withoutSaved(list, '2')).toEqual([view('1')])
  const full = Array.from({ length: SAVED_MAX }, (_, i) => ({ ...view('1'), id: String(i) }))
  const more = withSaved(full, view('9'))
  expect([more.length, more[0]?.id, more.at(-1)?.id]).toEqual([SAVED_MAX, '9', String(SAVED_MAX - 2)])
})

test('an area is described again when it is opened until the viewer gives it a name', () => {
  const described = { ...area('1'), own_name: false }
  expect(parseSavedAreas(JSON.stringify([described]))).toEqual([described])
  expect(renamed([described], '1', described.name)).toEqual([described])
  expect(renamed([described], '1', 'Near work')).toEqual([{ ...described, name: 'Near work', own_name: true }])
  const { own_name, ...older } = area('2')
  expect(parseSavedAreas(JSON.stringify([older])), 'an older entry does not tell').toEqual([area('2')])
})
