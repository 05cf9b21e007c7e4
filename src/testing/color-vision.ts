import {
  type Rgb as CuloriRgb,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  lab65,
} from 'culori'
import type { Rgb } from '../web/scale/palette.ts'

/** What each kind of colour vision sees of a colour, without any of one kind of cone. */
export const VISIONS: Readonly<Record<string, (color: CuloriRgb) => CuloriRgb>> = {
  full: (color) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
}

/** The difference between two seen colours, in units of CIEDE2000. */
export const difference = differenceCiede2000()

/** A colour of the page in culori's form. */
export const seen = ([r, g, b]: Rgb): CuloriRgb => ({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })

/** The lightness of a colour, 0 to 100. */
export const lightness = (color: Rgb): number => lab65(seen(color)).l
