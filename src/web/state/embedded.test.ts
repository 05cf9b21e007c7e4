import { afterEach, expect, test, vi } from 'vitest'
import { hostOrigin } from './embedded.ts'

const openIn = (ancestorOrigins: readonly string[] | undefined, referrer: string) => {
  vi.stubGlobal('window', { parent: {}, location: { ancestorOrigins } })
  vi.stubGlobal('document', { referrer })
}

afterEach(() => vi.unstubAllGlobals())

test('the page around a frame is the nearest in the browser’s list, or the referrer where there is no list', () => {
  openIn(['https://blog.example', 'https://portal.example'], '')
  expect(hostOrigin()).toBe('https://blog.example')
  openIn(undefined, 'https://blog.example/prices?page=2')
  expect(hostOrigin()).toBe('https://blog.example')
  openIn(undefined, '')
  expect(hostOrigin()).toBeNull()
})

test('a page that the browser’s list withholds is not known, whatever the referrer', () => {
  openIn(['null'], '')
  expect(hostOrigin()).toBeNull()
  openIn(['null'], 'https://portal.example/')
  expect(hostOrigin()).toBeNull()
})
