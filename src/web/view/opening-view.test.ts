import { latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { RESOLUTIONS, trustCell } from '../../domain/cell.ts'
import {
  boundsOfView,
  circleBounds,
  viewOfBounds,
  viewOfCell,
  viewOfSurroundings,
  viewWithFigures,
} from './opening-view.ts'
import { resolutionFor } from './resolution.ts'

const SCREEN = { width: 1440, height: 900 }

describe('the view of a circle', () => {
  it('has the circle in its middle, half as high as the screen', () => {
    const view = viewOfBounds(circleBounds({ lat: 41.4, lng: 2.17, radius_km: 20 }, 'middle'), SCREEN)
    expect(view.lat).toBeCloseTo(41.4, 1)
    expect(view.lng).toBeCloseTo(2.17, 5)
    const kmPerPx = (40_075 * Math.cos((41.4 * Math.PI) / 180)) / (512 * 2 ** view.zoom)
    expect(40 / kmPerPx / SCREEN.height).toBeCloseTo(0.5, 1)
  })

  it('has it in the upper half of a phone', () => {
    const circle = { lat: 41.4, lng: 2.17, radius_km: 20 }
    expect(viewOfBounds(circleBounds(circle, 'upper half'), { width: 390, height: 844 }).lat).toBeLessThan(41.3)
  })

  it('crosses the date line, and stays on the map near a pole', () => {
    const fiji = viewOfBounds(circleBounds({ lat: -17.8, lng: 179.9, radius_km: 100 }, 'middle'), SCREEN)
    expect(Math.abs(fiji.lng)).toBeCloseTo(179.9, 5)
    expect(fiji.zoom).toBeGreaterThan(6)
    const pole = viewOfBounds(circleBounds({ lat: 89, lng: 0, radius_km: 500 }, 'middle'), SCREEN)
    expect([pole.lat, pole.lng, pole.zoom].every(Number.isFinite)).toBe(true)
  })
})

it('the map shows the resolution of a chosen cell', () => {
  for (const resolution of RESOLUTIONS) {
    for (const lat of [0, 41.4, 64]) {
      const view = viewOfCell(trustCell(latLngToCell(lat, 2.17, resolution)))
      expect(resolutionFor(view, 8)).toBe(resolution)
    }
  }
})

it('the bounds of a view are those that it was fitted to, and more on the longer side', () => {
  const fitted = { west: 1.9, south: 41.2, east: 2.5, north: 41.6 }
  const shown = boundsOfView(viewOfBounds(fitted, SCREEN), SCREEN)
  expect([shown.south, shown.north].map((lat) => lat.toFixed(6))).toEqual(['41.200000', '41.600000'])
  expect([shown.west < 1.9, shown.east > 2.5, ((shown.west + shown.east) / 2).toFixed(6)]).toEqual([
    true,
    true,
    '2.200000',
  ])
})

it('the bounds of a view are those that the view shows, across the antimeridian, too', () => {
  for (const view of [
    { lat: 41.4, lng: 2.17, zoom: 11 },
    { lat: -17.8, lng: 179.99, zoom: 8 },
    { lat: 66, lng: -179.99, zoom: 5 },
  ]) {
    const back = viewOfBounds(boundsOfView(view, SCREEN), SCREEN)
    expect(back.lat).toBeCloseTo(view.lat, 6)
    expect(back.lng).toBeCloseTo(view.lng, 6)
    expect(back.zoom).toBeCloseTo(view.zoom, 6)
  }
})

it('the surroundings of a town are shown at a resolution that its market has', () => {
  const shown = (market: readonly number[] | null) =>
    [0, 41.4, 69].map((lat) => resolutionFor(viewOfSurroundings({ lat, lng: 2.17 }, market), 8))
  expect(shown(null)).toEqual([5, 5, 5])
  expect([[4, 5, 6, 7, 8], [7], [4, 8]].map((market) => shown(market)[1])).toEqual([5, 7, 4])
})

it('bounds are shown whole only at a resolution that their market has', () => {
  const spain = { west: -9.3, south: 36, east: 3.3, north: 43.8 }
  const whole = resolutionFor(viewOfBounds(spain, SCREEN), 8)
  for (const market of [null, [], [whole], [4, 5, 6, 7, 8]]) expect(viewWithFigures(spain, SCREEN, market)).toBeNull()
  const shown = viewWithFigures(spain, SCREEN, [7])
  expect(shown && resolutionFor(shown, 8)).toBe(7)
})
