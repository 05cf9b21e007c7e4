import { t } from '../../language/translate.ts'

/** Says that a place’s cells are not those that it is stored in. The service’s own note is in its language alone. */
export function rollupWords(): string {
  return t(
    'The outline is made of hexagons of another size than those the place is stored in, so some extend beyond its boundary.',
  )
}

/** Says which cells a circle or a drawn area has: whole ones, so their ground is not quite the area's. */
export function wholeCellsWords(): string {
  return t('A hexagon counts if its centre lies in the circle or outline, even where it extends beyond the edge.')
}
