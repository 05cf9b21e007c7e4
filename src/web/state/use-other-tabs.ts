import { useEffect } from 'react'
import { areaUnitSetting, useAreaUnit } from './device/area-unit-choice.ts'
import { languageSetting, speakChosen } from './device/language-choice.ts'
import { savedAreasSetting, savedViewsSetting, useSavedAreas, useSavedViews } from './device/saved-choice.ts'
import { spendingSetting, useSpendingChoice } from './device/spending-choice.ts'
import { themeSetting } from './theme-choice.ts'
import { getAddress, setAddress } from './use-address.ts'

/** Takes over what the viewer changes in other tabs: what is saved, theme, language, unit of area, and whether figures are bought. */
export function useOtherTabs(): void {
  useEffect(() => themeSetting.follow((theme) => setAddress({ theme }, 'replace')), [])
  useEffect(() => savedViewsSetting.follow((list) => useSavedViews.setState({ list })), [])
  useEffect(() => savedAreasSetting.follow((list) => useSavedAreas.setState({ list })), [])
  useEffect(() => spendingSetting.follow((choice) => useSpendingChoice.setState({ choice })), [])
  useEffect(() => areaUnitSetting.follow((unit) => useAreaUnit.setState({ unit })), [])
  // Without its words, this tab stays in the language that it has.
  useEffect(() => languageSetting.follow(() => void speakChosen(getAddress().lang).catch(() => undefined)), [])
}
