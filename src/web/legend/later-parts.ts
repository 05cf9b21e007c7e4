import { later } from '../ui/failures/later.tsx'

/** What a viewer can choose about the classes. */
export const ClassesForm = later(() =>
  import('../classes/ClassesForm.tsx').then(({ ClassesForm: component }) => component),
)

/** What the figures are and how they come about. */
export const MethodText = later(() => import('./method/MethodText.tsx').then(({ MethodText: component }) => component))
