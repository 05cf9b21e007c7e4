/** Where a layer goes in the basemap: below the layer with this id. */
export interface Placed {
  readonly beforeId: string
}

/** A deck.gl colour: red, green, blue and alpha, 0 to 255. */
export type Rgba = [red: number, green: number, blue: number, alpha: number]
