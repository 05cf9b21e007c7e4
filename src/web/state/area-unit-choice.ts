import { create } from 'zustand'
import { deviceSetting } from './device-setting.ts'

export const AREA_UNITS = ['m2', 'ft2'] as const
/** The unit in which areas, and prices of one unit of area, are shown. */
export type AreaUnit = (typeof AREA_UNITS)[number]

/** The unit of area last chosen on this device. */
export const areaUnitSetting = deviceSetting<AreaUnit>('squaremetre.area-unit', {
  parse: (raw) => AREA_UNITS.find((known) => known === raw) ?? 'm2',
  format: (unit) => unit,
})

interface AreaUnitChoice {
  unit: AreaUnit
  choose: (unit: AreaUnit) => void
}

/** The viewer's unit of area. */
export const useAreaUnit = create<AreaUnitChoice>((set) => ({
  unit: areaUnitSetting.read(),
  choose: (unit) => {
    areaUnitSetting.keep(unit)
    set({ unit })
  },
}))
