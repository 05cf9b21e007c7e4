import { describe, expect, it } from 'vitest'
import { readUsage } from './received-usage.ts'

const FIGURES = { used: 3, remaining: 7, metered: true, rate_per_min: 60, limits: { cycle: 10 } }
const METADATA = { used: 0, remaining: null, metered: false, rate_per_min: 600, limits: null }
const READ = { used: 3, remaining: 7, limit: 10, isCounted: true, degraded: false }

describe('the usage of metered calls', () => {
  const shapes: [string, unknown][] = [
    [
      'in a list of groups',
      {
        groups: [
          { group: 'metadata', ...METADATA },
          { group: 'current', ...FIGURES },
        ],
      },
    ],
    ['in a list under another name', { quota_groups: [{ name: 'current', ...FIGURES }] }],
    ['in a map of groups', { groups: { metadata: METADATA, current: FIGURES } }],
    ['in an object that also describes the token', { token: { kind: 'ro' }, current: FIGURES, metadata: METADATA }],
    ['in an envelope', { data: { usage: { current: FIGURES } } }],
    ['in a bare list', [{ id: 'current', ...FIGURES }]],
    [
      'with numbers as text',
      { groups: { current: { ...FIGURES, used: '3', remaining: '7', limits: { cycle: '10' } } } },
    ],
    ['with a plain limit', { groups: { current: { ...FIGURES, limits: 10 } } }],
    ['with a limit under another name', { groups: { current: { ...FIGURES, limits: { per_min: 60, monthly: 10 } } } }],
    [
      'without a limit, which is then the sum of used and remaining',
      { groups: { current: { ...FIGURES, limits: null } } },
    ],
    ['with flags as text', { degraded: 'false', groups: { current: { ...FIGURES, metered: 'true' } } }],
    ['with unknown keys', { more: [1], groups: { current: { ...FIGURES, more: { current: null } } } }],
  ]
  it.each(shapes)('is read %s', (_, body) => {
    expect(readUsage(body)).toMatchObject(READ)
  })

  it('has its reset and whether it is counted where the service says so', () => {
    const resets = '2026-12-01T00:00:00Z'
    for (const body of [{ cycle_resets_at: resets, groups: [] }, { groups: { current: { resets_at: resets } } }])
      expect(readUsage(body).resetsAt).toBe(resets)
    expect(readUsage({ degraded: true }).degraded).toBe(true)
  })

  const unreadable: [string, unknown][] = [
    ['null', null],
    ['text', 'none'],
    ['no groups', { token: {}, usage: [] }],
    ['another group', { groups: [{ group: 'metadata', ...FIGURES }] }],
    [
      'numbers that cannot be counts',
      { groups: { current: { used: 'three', remaining: -1, limits: 'many', metered: 1 } } },
    ],
  ]
  it.each(unreadable)('is unknown, which is not 0, in %s', (_, body) => {
    expect(readUsage(body)).toMatchObject({ used: null, remaining: null, limit: null, isCounted: null })
  })
})
