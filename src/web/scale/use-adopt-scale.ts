import { useEffect } from 'react'
import type { EditionName } from '../../domain/edition.ts'
import type { Address } from '../state/address.ts'
import type { ChosenBreaks } from '../state/class-choice.ts'
import { getAddress, setAddress, useAddress } from '../state/use-address.ts'
import { useViewCells } from '../view/view-cells.ts'
import { noteShownBreaks } from './shown-breaks.ts'
import { territoryBreaks, useScale } from './use-scale.ts'
import { appliesTo, useTerritoryScale } from './use-territory-scale.ts'

/** What this page last put into its address, and for which period; a link's breaks are not in here. */
let adopted: { readonly text: string; readonly as_of: string } | null = null

/**
 * Puts the classes of the territory into the address, which links then carry. Those already there stay, although the view
 * may have moved into another territory, until the viewer changes them. Only classes that this page put there are
 * replaced: provisional ones by later ones of the same territory, and those of a period that is over.
 */
export function useAdoptScale(): void {
  const view = useViewCells()
  const { scale, isPending } = useTerritoryScale()
  const address = useAddress((now) => now)
  const shown = useScale()
  const name = view?.name ?? null
  useEffect(() => {
    if (shown?.isSettled) noteShownBreaks(shown.name, address.metric, shown.breaks)
  }, [shown, address.metric])
  useEffect(() => {
    const found = territoryBreaks(scale, address.method)
    if (isPending || name === null || found === null || found.at.length === 0) return
    const next = chosenBreaks(name, found)
    if (mayReplace(address, name, next)) adopt(next, name.as_of)
  }, [scale, isPending, name, address])
}

/** Returns breaks for an edition, as the address has them. */
export function chosenBreaks(
  { resolution, currency }: EditionName,
  breaks: Pick<ChosenBreaks, 'at' | 'of'>,
): ChosenBreaks {
  return { resolution, ...(currency && { currency }), ...breaks }
}

/** Puts a territory's breaks into the address. */
function adopt(next: ChosenBreaks, as_of: string): void {
  adopted = { text: JSON.stringify(next), as_of }
  if (JSON.stringify(getAddress().breaks) !== adopted.text) setAddress({ breaks: next }, 'replace')
}

function mayReplace({ breaks, locked }: Address, name: EditionName, next: ChosenBreaks): boolean {
  if (breaks === null || !appliesTo(breaks, name, locked)) return true
  if (locked || breaks.of.kind !== 'territory' || next.of.kind !== 'territory') return false
  if (adopted?.text !== JSON.stringify(breaks)) return false
  return adopted.as_of !== name.as_of || (breaks.of.isProvisional && breaks.of.geo_id === next.of.geo_id)
}

/** Accepts the classes of a territory in place of those in the address. */
export function acceptBreaks(next: ChosenBreaks, as_of: string): void {
  adopted = { text: JSON.stringify(next), as_of }
  setAddress({ breaks: next, locked: false }, 'push')
}
