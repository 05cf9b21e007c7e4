import { useAddress } from '../state/use-address.ts'
import { later } from '../ui/later.tsx'

const CellDetails = later(() => import('./CellDetails.tsx').then(({ CellDetails: component }) => component), {
  isSilent: true,
})

/** Everything known about the cell in the address; nothing when the address names none. */
export function CellCard() {
  const cell = useAddress((address) => address.cell)
  return cell === null ? null : <CellDetails key={cell} cell={cell} />
}
