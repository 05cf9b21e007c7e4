import { t } from '../../language/translate.ts'

/** Says that a place’s cells are not those that it is stored in. The service’s own note is in its language alone. */
export function rollupWords(): string {
  return t(
    'The outline is made of hexagons of another size than those the place is stored in, so some extend beyond its boundary.',
  )
}
