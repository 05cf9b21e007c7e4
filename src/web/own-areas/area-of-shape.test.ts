import { describe, expect, it } from 'vitest'
import type { LatLng } from '../../domain/distance.ts'
import { CORNERS_MAX, polygonFault, polygonKm2 } from '../../domain/polygon.ts'
import { areaOfShape } from './area-of-shape.ts'

function areaOf(outline: readonly LatLng[]) {
  return areaOfShape({ kind: 'outline', name: null, outline, parts: 1, holes: 0 })
}

function cornersOf(outline: readonly LatLng[]): readonly LatLng[] {
  const area = areaOf(outline)
  return typeof area !== 'string' && area.shape.kind === 'polygon' ? area.shape.corners : []
}

/** A bay-rich coast around a point, closed. */
function coast(middle: LatLng, corners: number): LatLng[] {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    const reach = 0.3 + 0.05 * Math.sin(9 * angle) + 0.01 * Math.sin(41 * angle)
    const lng = middle.lng + reach * Math.cos(angle)
    return { lat: middle.lat + reach * Math.sin(angle), lng: lng > 180 ? lng - 360 : lng }
  })
  return [...ring, ring[0] as LatLng]
}

describe('the area of an outline', () => {
  it('keeps its corners where they are few, without the repeated last one', () => {
    const square = [
      { lat: 41, lng: 2 },
      { lat: 41, lng: 2.1 },
      { lat: 41.1, lng: 2.1 },
    ]
    expect(areaOf([...square, { lat: 41, lng: 2 }])).toEqual({
      shape: { kind: 'polygon', corners: square },
      simplifiedFrom: null,
    })
  })

  it.each([
    ['far from 180°', { lat: 41, lng: 2 }],
    ['across 180°', { lat: -17, lng: 179.9 }],
  ])('of many corners has as many as may be, and nearly the same size, %s', (_, middle) => {
    const outline = coast(middle, 5000)
    const corners = cornersOf(outline)
    expect(corners.length).toBeGreaterThan(CORNERS_MAX / 2)
    expect(corners.length).toBeLessThanOrEqual(CORNERS_MAX)
    expect(polygonFault(corners)).toBe(null)
    expect(Math.abs(polygonKm2(corners) / polygonKm2(outline) - 1)).toBeLessThan(0.02)
    expect(areaOf(outline)).toMatchObject({ simplifiedFrom: 5000 })
  })

  it('is given up where so few corners cannot draw it, however many it has', () => {
    const zigzag = Array.from({ length: 20_000 }, (_, i) => ({ lat: 41 + (i % 2 ? i : -i) * 1e-5, lng: 2 + i * 2e-5 }))
    expect(areaOf(zigzag)).toBe('too_many')
  })

  it('is refused with what is wrong with it', () => {
    const [a, b, c, d] = [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 1 },
      { lat: 1, lng: 1 },
      { lat: 1, lng: 0 },
    ] as const
    expect(areaOf([a, c, b, d])).toBe('crossing')
    expect(areaOf([a, b, a])).toBe('too_few')
    expect(areaOf([a, { lat: 0, lng: 20 }, { lat: 20, lng: 20 }])).toBe('too_large')
  })
})

it('the area of a point is a circle', () => {
  const area = areaOfShape({ kind: 'point', name: 'Flat', point: { lat: 41.400001, lng: 2.15 } })
  expect(area).toEqual({
    shape: { kind: 'circle', circle: { lat: 41.4, lng: 2.15, radius_km: 2 } },
    simplifiedFrom: null,
  })
})
