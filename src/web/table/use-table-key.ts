import { getAddress, setAddress } from '../state/use-address.ts'
import { useKey } from '../ui/use-key.ts'

/** Lets the key T open and close the table. */
export function useTableKey(): void {
  useKey('t', toggleTable)
}

function toggleTable(): void {
  setAddress({ table: !getAddress().table }, 'push')
}
