import { expect, test } from 'vitest'
import { findAirports, loadAirports } from './airports.ts'

const airports = await loadAirports()
const codes = (q: string, within: string | null = null) => findAirports(airports, q, within).map(({ code }) => code)

test.each([
  ['JFK', 'JFK'],
  ['lhr', 'LHR'],
  ['Heathrow', 'LHR'],
  ['london heathrow airport', 'LHR'],
  ['aeropuerto de Barajas', 'MAD'],
  ['Aéroport Charles-de-Gaulle', 'CDG'],
  ['Flughafen Berlin', 'BER'],
  ['barcelona airport', 'BCN'],
  ['barcelona air', 'BCN'],
  ['Berlin flugh', 'BER'],
  ['jfk airport', 'JFK'],
  ['Flughafen CDG', 'CDG'],
  ['heathrow terminal 5', 'LHR'],
  ['аэропорт Schiphol', 'AMS'],
])('“%s” is the airport %s', (typed, code) => {
  expect(codes(typed)[0]).toBe(code)
})

test('a town is not an airport unless the text asks for one', () => {
  expect(codes('London')).toEqual([])
  expect(codes('San Francisco')).toEqual([])
  expect(codes('Santiago')).toEqual([])
  expect(codes('airport')).toEqual([])
  expect(codes('xqzvvk airport')).toEqual([])
  expect(codes('london airport').length).toBe(3)
  // Francisco de Sá Carneiro, the airport of Porto.
  expect(codes('Sa Francisco')).toEqual([])
  expect(codes('carneiro francisco airport')).toEqual(['OPO'])
})

test('one country has only its own', () => {
  expect(codes('JFK', 'es')).toEqual([])
  expect(codes('barcelona airport', 'es')).toEqual(['BCN'])
})

test('says whether the text is the whole name but for the town', () => {
  const isWhole = (q: string) => findAirports(airports, q).map(({ code, is_whole }) => [code, is_whole])
  expect(isWhole('heathrow')).toEqual([['LHR', true]])
  expect(isWhole('lhr')).toEqual([['LHR', true]])
  expect(isWhole('kennedy')).toContainEqual(['JFK', false])
})
