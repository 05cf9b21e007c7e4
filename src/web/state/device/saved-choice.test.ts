import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SavedView, withoutSaved, withSaved } from './saved-list.ts'

const view = (name: string): SavedView => ({ id: name, name, address: '?at=41,2,12', saved_at: '2026-11-01T00:00:00Z' })

let isFull = false

beforeEach(() => {
  isFull = false
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        stored.set(key, value)
      },
    },
  })
  // A page reads what is stored when it opens.
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

async function openPage() {
  const { useSavedViews } = await import('./saved-choice.ts')
  return {
    save: (name: string) => useSavedViews.getState().change((list) => withSaved(list, view(name))),
    remove: (name: string) => useSavedViews.getState().change((list) => withoutSaved(list, name)),
    names: () => useSavedViews.getState().list.map(({ name }) => name),
    isStored: () => useSavedViews.getState().isStored,
  }
}

describe('saved views', () => {
  it('are all there until the page is closed when storage is full, and it is known that they are not stored', async () => {
    const page = await openPage()
    page.save('before')
    expect(page.isStored()).toBe(true)
    isFull = true
    page.save('first')
    page.save('second')
    expect([page.names(), page.isStored()]).toEqual([['second', 'first', 'before'], false])
  })

  it('are stored with the next change once there is room', async () => {
    const page = await openPage()
    isFull = true
    page.save('first')
    page.save('second')
    isFull = false
    page.remove('first')
    expect([page.names(), page.isStored()]).toEqual([['second'], true])
    vi.resetModules()
    expect((await openPage()).names()).toEqual(['second'])
  })
})
