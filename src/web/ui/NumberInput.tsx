import { later } from './failures/later.tsx'

/** A field for a number in the reader's own number format. */
export const NumberInput = later(() => import('./NumberEntry.tsx').then(({ NumberEntry: component }) => component), {
  isSilent: true,
})
