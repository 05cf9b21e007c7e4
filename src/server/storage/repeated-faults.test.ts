import { expect, it } from 'vitest'
import { createRepeatedFaults } from './repeated-faults.ts'

it('a fault of a route is logged once a minute, with the number of those in between; another one at once', () => {
  let now = 0
  const lines: object[] = []
  const report = createRepeatedFaults({ error: (fields) => lines.push(fields) }, 'a request failed', () => now)
  const disk = new Error('disk I/O error')
  for (let i = 0; i < 5; i++) report(disk, { route: '/a' })
  report(disk, { route: '/b' })
  report(new Error('another'), { route: '/a' })
  expect(lines).toEqual([
    { err: disk, route: '/a' },
    { err: disk, route: '/b' },
    { err: new Error('another'), route: '/a' },
  ])
  now = 60_000
  report(disk, { route: '/a' })
  expect(lines.at(-1)).toEqual({ err: disk, route: '/a', repeated: 4 })
})
