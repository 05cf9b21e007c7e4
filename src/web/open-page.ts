import { circleOfShape } from './areas/chosen/shape-geometry.ts'
import { openInRememberedCurrency } from './currency/currency-choice.ts'
import { describeBrokenParts } from './state/address/broken-parts.ts'
import { openingOf } from './state/address/opening.ts'
import { thisScreen } from './state/address/screen.ts'
import { keepEmbedded } from './state/embedded.ts'
import { noteMissingLanguage } from './state/missing-language.ts'
import { usePage } from './state/store.ts'
import { openInRememberedTheme } from './state/theme-choice.ts'
import { getAddress, isShownAgain, setAddress } from './state/use-address.ts'
import { isPhone } from './ui/device/use-media.ts'
import { boundsOfCircles, viewOfBounds, viewOfCell, viewOfFound } from './view/opening-view.ts'
import { showWhatMakerSaw } from './view/other-screen.ts'

/** Shows another address in place of the current one; returns a sentence for each part that could not be read. */
export function showAddress(search: string): readonly string[] {
  const query = search.startsWith('?') ? search : `?${search}`
  window.history.replaceState(null, '', keepEmbedded(query))
  openPage({ isInLanguage: true })
  window.dispatchEvent(new PopStateEvent('popstate'))
  const { brokenParts, set } = usePage.getState()
  set({ brokenParts: [] })
  return brokenParts
}

/** Reads the link that the page was opened with, before anything rewrites the address. */
export function openPage({ isInLanguage }: { isInLanguage: boolean }): void {
  const { search } = window.location
  const opening = openingOf(search)
  const isAgain = isShownAgain()
  usePage.getState().set({
    brokenParts: describeBrokenParts(search),
    openedWith: opening.kind,
    isTableLinked: getAddress().table,
    isFindingView: opening.kind === 'nothing',
  })
  if (!isInLanguage) noteMissingLanguage()
  openInRememberedCurrency()
  openInRememberedTheme()
  switch (opening.kind) {
    case 'areas': {
      const bounds = boundsOfCircles(opening.shapes.map(circleOfShape), isPhone() ? 'upper half' : 'middle')
      if (bounds) setAddress({ view: viewOfBounds(bounds, thisScreen()) }, 'replace')
      if (!isAgain) showWhatMakerSaw()
      break
    }
    case 'place':
      usePage.getState().set({ placeToFit: opening.place, isFindingView: true })
      break
    case 'cell':
      usePage.getState().set({ cellToUncover: opening.cell })
      setAddress({ view: viewOfCell(opening.cell) }, 'replace')
      break
    case 'found':
      setAddress({ view: viewOfFound(opening.found) }, 'replace')
      break
    case 'view':
      if (!isAgain) showWhatMakerSaw()
      break
    case 'nothing':
      break
  }
}
