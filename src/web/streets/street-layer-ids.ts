/** Id of the source of tiles. */
export const STREETS_SOURCE = 'streets'
