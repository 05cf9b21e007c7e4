import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openEmbeddedGeocoder } from './embedded-geocoder.ts'
import { runInSlices } from './in-slices.ts'

const silent = pino({ level: 'silent' })

describe('work in slices', () => {
  it('lets other work run before it is done', async () => {
    let done = false
    let turns = 0
    function* work(): Generator<void, string> {
      for (let step = 0; step < 40; step++) {
        const end = performance.now() + 1
        while (performance.now() < end);
        yield
      }
      done = true
      return 'result'
    }
    const others = async () => {
      for (; !done; turns++) await setImmediate()
    }
    const [result] = await Promise.all([runInSlices(work(), new AbortController().signal), others()])
    expect(result).toBe('result')
    expect(turns).toBeGreaterThan(3)
  })

  it('ends when it is aborted', async () => {
    const abort = new AbortController()
    function* endless(): Generator<void, never> {
      for (;;) yield
    }
    const work = runInSlices(endless(), abort.signal)
    abort.abort(new Error('aborted by the test'))
    await expect(work).rejects.toThrow('aborted by the test')
  })
})

describe('the embedded geocoder', () => {
  const yokohama = { name: 'Yokohama', country: 'jp', lat: 35.4, lng: 139.6 }

  it('is loaded once for all requests made while it loads', async () => {
    let loads = 0
    const geocoder = openEmbeddedGeocoder(silent, function* () {
      loads++
      yield
      return (query) => (query === 'yokohama' ? yokohama : null)
    })
    const answers = await Promise.all(['yokohama', 'nowhere', 'yokohama'].map((query) => geocoder.find(query, null)))
    expect(answers).toEqual([yokohama, null, yokohama])
    expect(loads).toBe(1)
  })

  it('finds nothing when it cannot be loaded, and logs the reason once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const geocoder = openEmbeddedGeocoder(log, function* () {
      yield
      throw new Error('the file is gone')
    })
    expect([await geocoder.find('a', null), await geocoder.find('b', 'es')]).toEqual([null, null])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the file is gone')
  })

  it('finds towns by name, by its beginning or with typing errors, within a country if one is given', async () => {
    const geocoder = openEmbeddedGeocoder(silent)
    const found = async (query: string, country: string | null) => {
      const town = await geocoder.find(query, country)
      return town && [town.name, town.country]
    }
    expect(await found('YOKOHAMA', null)).toEqual(['Yokohama', 'jp'])
    expect(await found('ulan bator', null)).toEqual(await found('Ulan Bator', 'mn'))
    expect(await found('Reykjavk', null)).toEqual(['Reykjavík', 'is'])
    expect(await found('Valencia', null)).toEqual(['Valencia', 've'])
    expect(await found('Valencia', 'es')).toEqual(['Valencia', 'es'])
    expect(await found('Yokohama', 'es')).toBeNull()
    expect(await found('Qzxjkvwq Xxyzzq', null)).toBeNull()
  })
})
