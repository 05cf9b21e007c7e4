import { isAboutSomething } from '../state/address/address.ts'
import { isSameScreen, type Screen, thisScreen } from '../state/address/screen.ts'
import { isEmbedded } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { isPhone } from '../ui/device/use-media.ts'
import { endSearchWithMove } from './end-search.ts'
import { boundsOfView } from './opening-view.ts'

/** The screen for which links are taken that do not name theirs. */
const USUAL_SCREEN: Screen = { width: 1440, height: 900 }

/**
 * Has what a link is about brought into view, as far as its maker saw it, where the maker's screen was another. On a phone
 * and in a frame it can be hidden all the same. Nothing is bought until then.
 */
export function showWhatMakerSaw(): void {
  const address = getAddress()
  if (!isAboutSomething(address) || !mayBeHidden(address.screen)) return
  const seenByMaker = boundsOfView(address.view, address.screen ?? USUAL_SCREEN)
  usePage.getState().set({ seenByMaker, isFindingView: true, cellToUncover: address.cell })
  endSearchWithMove()
}

function mayBeHidden(madeOn: Screen | null): boolean {
  if (isPhone() || isEmbedded) return true
  return madeOn !== null && !isSameScreen(madeOn, thisScreen())
}
