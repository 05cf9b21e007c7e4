/**
 * Section 4.9, "parameters and response shape: not shown" beside "the same query as /stats/current with a period that can be
 * named". The reader takes the list of points under any name; what a point leaves out is taken from what all of them share.
 */
import { z } from 'zod'
import { type ReceivedStats, receivedStats } from './stats.ts'

const LIST_NAMES = ['history', 'points', 'periods', 'results', 'series', 'stats']

/** Reads the points of a history, oldest first, each as an answer of its own; throws a ZodError for another shape. */
export function readHistory(body: unknown): ReceivedStats[] {
  const shared = z.looseObject({}).parse(Array.isArray(body) ? { history: body } : body)
  const list = LIST_NAMES.map((name) => shared[name]).find(isListOfPoints)
  if (list === undefined) {
    const message = 'expected a list of periods with their rows, found none'
    throw new z.ZodError([{ code: 'custom', path: ['history'], message, input: body }])
  }
  // A shared snapshot is that of the newest period, so its label is not theirs.
  const snapshot = typeof shared.snapshot === 'object' ? { ...shared.snapshot, as_of: null } : null
  const points = list.map((point) => receivedStats.parse({ ...shared, snapshot, ...point }))
  return points.sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
}

interface Point {
  readonly as_of: string
  readonly stats: readonly unknown[] | null
}

function isListOfPoints(value: unknown): value is Point[] {
  return Array.isArray(value) && value.every(isPoint)
}

function isPoint(value: unknown): value is Point {
  if (typeof value !== 'object' || value === null) return false
  const { as_of, stats } = value as Partial<Point>
  return typeof as_of === 'string' && (stats === null || Array.isArray(stats))
}
