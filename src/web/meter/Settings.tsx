import { AreaUnitField } from './AreaUnitField.tsx'
import { LanguageField } from './LanguageField.tsx'

/** What a reader sets once for all visits. */
export function Settings() {
  return (
    <>
      <LanguageField />
      <AreaUnitField />
    </>
  )
}
