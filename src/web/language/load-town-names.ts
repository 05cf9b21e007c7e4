import type { NamedTown, TownNames } from './language.ts'

/** Loads the names that the map's labels have, and where their towns lie, which are files of their own; throws when they cannot be loaded. */
export async function loadTownNames(): Promise<TownNames> {
  const [names, points] = await Promise.all([import('./town-names.json'), import('./town-points.json')])
  const at: Readonly<Record<string, number[]>> = points.default
  return Object.fromEntries(
    Object.entries(names.default).map(([key, own]): [string, NamedTown] => {
      const [lat = Number.NaN, lng = Number.NaN] = at[key] ?? []
      return [key, { names: own, at: [lat, lng] }]
    }),
  )
}
