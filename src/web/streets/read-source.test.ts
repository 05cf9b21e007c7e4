import { expect, onTestFinished, test, vi } from 'vitest'
import { layersOf } from '../../testing/street-tiles.ts'
import { readSource } from './read-source.ts'

const ADDRESS = 'https://tiles.example/planet'

async function readWith(zooms: object) {
  const found = { tiles: ['/{z}/{x}/{y}'], vector_layers: layersOf('shortbread').map((id) => ({ id })), ...zooms }
  const body = { textContent: '' }
  vi.stubGlobal('window', { location: { origin: 'https://page.example' } })
  vi.stubGlobal('fetch', async () => Response.json(found))
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => ({ body })
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return readSource(ADDRESS, new AbortController().signal)
}

test.each([{ minzoom: 12, maxzoom: 5 }, { minzoom: 15 }, { minzoom: -1, maxzoom: 14 }, { minzoom: 25, maxzoom: 30 }])(
  'streets of zooms that no map has cannot be read: %o',
  async (zooms) => {
    await expect(readWith(zooms)).rejects.toMatchObject({
      fault: 'unreadable',
      message: expect.stringContaining(`found ${zooms.minzoom} to`),
    })
  },
)

test('streets may have a single zoom, or leave theirs out', async () => {
  expect(await readWith({ minzoom: 14, maxzoom: 14 })).toMatchObject({ minZoom: 14, maxZoom: 14 })
  expect(await readWith({})).toMatchObject({ minZoom: 0, maxZoom: 14 })
})
