import { expect, test } from 'vitest'
import {
  mergedSaved,
  parseSaved,
  readSavedFile,
  renamed,
  SAVED_MAX,
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

test('a file reads back as it was written, and nothing of another kind is taken for one', () => {
  const list = [view('2'), view('1', 'Gràcia "alta" <b>')]
  expect(readSavedFile(savedFileText(list))).toEqual({ views: list, unreadable: 0 })
  for (const text of ['', '{}', '[]', 'null', '{"kind":"squaremetre-saved","version":2,"views":[]}', 'a,b\n1,2']) {
    expect(readSavedFile(text)).toBeNull()
  }
})

test('entries that cannot be read are counted, and leave the others', () => {
  const broken = { ...view('3'), address: 'https://elsewhere.example/' }
  const text = JSON.stringify({ kind: 'squaremetre-saved', version: 1, views: [broken, view('1'), 7, { name: 'x' }] })
  expect(readSavedFile(text)).toEqual({ views: [view('1')], unreadable: 3 })
  expect(parseSaved(JSON.stringify([broken, view('1'), null]))).toEqual([view('1')])
  for (const raw of [null, '', '{', '{"a":1}', '"text"']) expect(parseSaved(raw)).toEqual([])
})

test('a merged file adds what is new, newest first, and nothing twice', () => {
  const [one, two, three] = [view('1'), view('2'), view('3')]
  expect(mergedSaved([three, one], [two, one])).toEqual([three, two, one])
  expect(mergedSaved([one], [{ ...one, id: 'other' }])).toEqual([one])
  expect(mergedSaved([one], [{ ...two, id: '1' }])).toEqual([one])
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
