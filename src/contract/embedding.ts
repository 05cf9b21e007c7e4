import { z } from 'zod'

/** The parameter of an address that shows the page in a frame of another page. */
export const EMBED_PARAMETER = { name: 'embed', value: '1' } as const

/** The answer of `GET /api/embedding`. */
export const embedding = z.object({
  /** Whether a page in a frame of this origin may buy figures. */
  may_spend: z.boolean(),
})
