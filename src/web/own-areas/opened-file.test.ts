import { expect, it, vi } from 'vitest'
import { useOpenedFile } from './opened-file.ts'

const POINT = '{"type":"Point","coordinates":[2.15,41.4]}'

it('files that are opened together are offered together, and those that cannot be used are named', async () => {
  await useOpenedFile
    .getState()
    .open([
      new File([POINT], 'one.geojson'),
      new File(['lat,lng\n41.5,2.1\n'], 'two.csv'),
      new File(['{'], 'half.json'),
    ])
  expect(useOpenedFile.getState().file).toMatchObject({
    kind: 'read',
    name: 'one.geojson, two.csv, half.json',
    found: [{ shapes: [{ point: { lat: 41.4 } }] }, { shapes: [{ point: { lat: 41.5 } }] }],
    refused: [{ name: 'half.json', fault: { kind: 'unreadable' } }],
  })
})

it('a file that is nested too deep to be followed is refused, rather than read for ever, and the cause is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const depth = 20_000
  const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`
  await useOpenedFile.getState().open([new File([nested], 'deep.geojson')])
  expect(useOpenedFile.getState().file).toEqual({
    kind: 'refused',
    name: 'deep.geojson',
    refused: [{ name: 'deep.geojson', fault: { kind: 'unreadable' } }],
  })
  expect(logged).toHaveBeenCalledWith('deep.geojson could not be read', expect.any(RangeError))
  logged.mockRestore()
})

it('a file whose reader does not arrive is not called unreadable', async () => {
  vi.doMock('fflate', () => ({
    get unzipSync() {
      throw new TypeError('Failed to fetch dynamically imported module: /assets/browser-1.js')
    },
  }))
  await useOpenedFile.getState().open([new File(['PK\u0003\u0004'], 'areas.kmz')])
  expect(useOpenedFile.getState().file).toMatchObject({ kind: 'refused', refused: [{ fault: { kind: 'not_loaded' } }] })
  vi.doUnmock('fflate')
})
