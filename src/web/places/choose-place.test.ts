import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { usePage } from '../state/store.ts'
import { choosePlace } from './choose-place.ts'

beforeEach(() => usePage.getState().set({ brokenParts: [], placeToFit: null }))

it.each(['50%', 'es/../admin'])('a place whose id is %s says that it cannot be opened', (id) => {
  choosePlace(new QueryClient(), id, null)
  const { brokenParts, placeToFit } = usePage.getState()
  expect(brokenParts).toEqual([expect.stringContaining(`its id “${id}” cannot be part of an address`)])
  expect(placeToFit).toBeNull()
})
