import { z } from 'zod'

/** Where the proxy serves the operator's file of tiles. */
export const TILES_FILE_PATH = '/api/basemap/tiles.pmtiles'

/** The answer of `GET /api/basemap`: where the page gets streets from, besides its own basemap. */
export const basemapResponse = z.object({
  /** The address of a style, a TileJSON or a .pmtiles file; null when the operator offers none. */
  streets: z.string().nullable(),
  /** Whether the operator named it as the basemap. Otherwise it is requested only when a reader asks for it. */
  is_shown_at_once: z.boolean(),
})

export type BasemapResponse = z.infer<typeof basemapResponse>
