import { z } from 'zod'

export const accountStatus = z.enum(['active', 'lapsed'])

/** An account as it is stored; `anchor_day` is the day of the month on which a cycle begins, null when not anchored. */
export const account = z.object({
  id: z.int(),
  name: z.string(),
  plan: z.string(),
  status: accountStatus,
  anchor_day: z.int().nullable(),
  created_at: z.string(),
})
export type Account = z.infer<typeof account>
