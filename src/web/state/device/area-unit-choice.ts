import { create } from 'zustand'
import type { AreaUnit } from '../../../domain/area-unit.ts'
import { deviceSetting } from './device-setting.ts'

/** The units in which areas, and prices of one unit of area, can be shown. */
const AREA_UNITS: readonly AreaUnit[] = ['m2', 'ft2']

/** The unit of area last chosen on this device; null for the service's. */
export const areaUnitSetting = deviceSetting<AreaUnit | null>('squaremetre.area-unit', {
  parse: (raw) => AREA_UNITS.find((known) => known === raw) ?? null,
  format: (unit) => unit ?? '',
})

interface AreaUnitChoice {
  unit: AreaUnit | null
  choose: (unit: AreaUnit) => void
}

/** The viewer's unit of area; null for the service's. */
export const useAreaUnit = create<AreaUnitChoice>((set) => ({
  unit: areaUnitSetting.read(),
  choose: (unit) => {
    areaUnitSetting.keep(unit)
    set({ unit })
  },
}))
