import { useEffect } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { useCardCell } from '../cells/use-card-cell.ts'
import { formatAddress } from '../state/address/address.ts'
import { hostOrigin } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { type FrameMessage, queryOf, refusalOf, refusalOfLink, showMessage, showOnlyLatest } from './frame-messages.ts'

/** Opens an address in the frame; returns a sentence for each part that could not be read. */
export type ShowAddress = (search: string) => readonly string[]

/** Talks with the page around the frame: obeys its requests, and tells it where the map is and which hexagon is chosen. */
export function FrameMessages({ onShow }: { onShow: ShowAddress }) {
  const cell = useAddress((address) => address.cell)
  const rested = usePage((page) => page.rested)
  useEffect(() => {
    const latest = showOnlyLatest((address) => refuse(show(address, onShow)))
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === window.parent && isForUs(data)) obey(data, latest.show)
    }
    window.addEventListener('message', hear)
    tell({ squaremetre: 'ready', address: formatAddress(getAddress()) })
    return () => {
      window.removeEventListener('message', hear)
      latest.stop()
    }
  }, [onShow])
  useEffect(() => {
    if (rested) tell({ squaremetre: 'moved', address: formatAddress(getAddress()) })
  }, [rested])
  return cell === null ? null : <ChosenCell key={cell} cell={cell} />
}

function ChosenCell({ cell }: { cell: Cell }) {
  const { name, state, figure } = useCardCell(cell)
  useEffect(() => {
    if (state === 'loading') return
    const currency = (name && tileStore.edition(name)?.currency) ?? null
    tell({ squaremetre: 'chosen', cell, state, figure, currency, as_of: name?.as_of ?? null })
  }, [cell, name, state, figure])
  useEffect(
    () => () => tell({ squaremetre: 'chosen', cell: null, state: null, figure: null, currency: null, as_of: null }),
    [],
  )
  return null
}

/** Ignores messages of other programs on the same page. */
function isForUs(data: unknown): data is object {
  return typeof data === 'object' && data !== null && 'squaremetre' in data
}

function obey(data: object, show: (address: string) => void): void {
  const request = showMessage.safeParse(data)
  if (request.success) show(request.data.address)
  else refuse([refusalOf(data)])
}

function refuse(faults: readonly string[]): void {
  for (const message of faults) tell({ squaremetre: 'refused', message })
}

function show(address: string, onShow: ShowAddress): readonly string[] {
  const query = queryOf(address, window.location.origin)
  return query === null ? [refusalOfLink(address)] : onShow(query)
}

// The headers let only the operator's origins frame this page, so a page that hides its origin is one of them.
function tell(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, hostOrigin() ?? '*')
}
