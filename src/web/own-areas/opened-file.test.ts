import { expect, it } from 'vitest'
import { useOpenedFile } from './opened-file.ts'

it('a file that is nested too deep to be followed is refused, rather than read for ever', async () => {
  const depth = 20_000
  const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`
  await useOpenedFile.getState().open(new File([nested], 'deep.geojson'))
  expect(useOpenedFile.getState().file).toEqual({
    kind: 'refused',
    name: 'deep.geojson',
    fault: { kind: 'unreadable' },
  })
})
