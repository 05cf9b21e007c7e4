/** Where a layer goes in the basemap's order: below the layer of this id. */
export interface Placed {
  readonly beforeId: string
}

/** A colour of deck.gl: red, green, blue, alpha; 0 to 255. */
export type Rgba = [red: number, green: number, blue: number, alpha: number]
