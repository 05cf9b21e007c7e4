import type { PbfReader, PbfWriter } from 'pbf'
import { plausibleAmount } from './service/values/plausible-amount.ts'

/** The largest step, as a share of a column's smallest value: five significant digits. */
const STEP_SHARE_MAX = 5e-5
/** Tenths: figures are read in whole units, and a value cut off at a tenth still rounds to the same one. */
const COARSEST_EXPONENT = -1
// A column spans at most 2 ** 40 steps: further digits would never be shown.
const MOST_STEPS = 2 ** 40
const FINEST_EXPONENT = -9

/** Writes `Column` of figure-tile.proto, cutting values off as described there. */
export function writeColumn(given: readonly (number | null)[], pbf: PbfWriter): void {
  const values = given.map((value) => (value === null ? null : plausibleAmount(value)))
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return
  const exponent = exponentOf(known)
  const steps = values.map((value) => (value === null ? null : toSteps(value, exponent)))
  const least = steps.reduce<number>((least, step) => (step !== null && step < least ? step : least), Infinity)
  const codes = steps.map((step) => (step === null ? 0 : step - least + 1))
  pbf.writeSVarintField(1, exponent)
  pbf.writeSVarintField(2, least)
  pbf.writeBytesField(3, planesOf(codes))
}

function exponentOf(known: readonly number[]): number {
  let [smallest, lowest, highest] = [Infinity, Infinity, -Infinity]
  for (const value of known) {
    const size = Math.abs(value)
    if (size > 0 && size < smallest) smallest = size
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  if (smallest === Infinity) return 0
  const byDigits = Math.min(COARSEST_EXPONENT, Math.floor(Math.log10(smallest * STEP_SHARE_MAX)))
  const bySpread = highest > lowest ? Math.ceil(Math.log10((highest - lowest) / MOST_STEPS)) : byDigits
  return Math.max(byDigits, bySpread, FINEST_EXPONENT)
}

/**
 * Returns the steps that fit into a value. Rounding up could lift it to a round number, such as a class break, that it
 * does not reach.
 */
function toSteps(value: number, exponent: number): number {
  const nearest = Math.round(inSteps(value, exponent))
  // Values that are whole numbers of steps stay the same although 0.1, 0.01 and so on have no exact binary form.
  return ofSteps(nearest, exponent) > value ? nearest - 1 : nearest
}

// Multiplies or divides by whole powers of ten.
function inSteps(value: number, exponent: number): number {
  return exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent
}

function ofSteps(steps: number, exponent: number): number {
  return exponent < 0 ? steps / 10 ** -exponent : steps * 10 ** exponent
}

function planesOf(codes: readonly number[]): Uint8Array {
  const highest = codes.reduce((highest, code) => Math.max(highest, code), 0)
  const planes: number[] = []
  for (let unit = 1; unit <= highest; unit *= 256) {
    for (const code of codes) planes.push(Math.floor(code / unit) % 256)
  }
  return Uint8Array.from(planes)
}

/** A column as read, before the number of its values is known. */
export interface RawColumn {
  exponent: number
  least: number
  planes: Uint8Array
}

/** Reads `Column` of figure-tile.proto. */
export function readColumn(pbf: PbfReader): RawColumn {
  return pbf.readMessage<RawColumn>(readColumnField, { exponent: 0, least: 0, planes: new Uint8Array() })
}

function readColumnField(tag: number, column: RawColumn, pbf: PbfReader): void {
  if (tag === 1) column.exponent = pbf.readSVarint()
  else if (tag === 2) column.least = pbf.readSVarint()
  else if (tag === 3) column.planes = pbf.readBytes()
}

/** Spreads a column's values over the cells that have a row; false when the column has another number of values. */
export function spreadColumn(column: RawColumn, states: Uint8Array, rows: number, into: Float64Array): boolean {
  const { exponent, least, planes } = column
  if (planes.length === 0) return true
  if (planes.length % rows !== 0) return false
  const codes = new Float64Array(rows)
  for (let start = 0, unit = 1; start < planes.length; start += rows, unit *= 256) {
    for (let row = 0; row < rows; row++) codes[row] = (codes[row] ?? 0) + (planes[start + row] ?? 0) * unit
  }
  for (let cell = 0, row = 0; cell < states.length; cell++) {
    if (states[cell] === 0) continue
    const code = codes[row++] ?? 0
    if (code > 0) into[cell] = ofSteps(least + code - 1, exponent)
  }
  return true
}
