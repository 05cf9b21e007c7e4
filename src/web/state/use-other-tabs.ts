import { useEffect } from 'react'
import { spendingSetting, useSpendingChoice } from './spending-choice.ts'
import { themeSetting } from './theme-choice.ts'
import { setAddress } from './use-address.ts'

/** Takes over what the viewer changes in other tabs: the theme, and whether figures are bought. */
export function useOtherTabs(): void {
  useEffect(() => themeSetting.follow((theme) => setAddress({ theme }, 'replace')), [])
  useEffect(() => spendingSetting.follow((choice) => useSpendingChoice.setState({ choice })), [])
}
