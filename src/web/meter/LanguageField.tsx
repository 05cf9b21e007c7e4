import { useState } from 'react'
import { LANGUAGES } from '../language/catalogues.ts'
import { speechNow } from '../language/language.ts'
import { languageName } from '../language/language-name.ts'
import { t } from '../language/translate.ts'
import { changeLanguage } from '../state/change-language.ts'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { Notice } from '../ui/failures/Notice.tsx'

/** The choice of the page's language, each under its own name. */
export function LanguageField() {
  const [isMissing, setMissing] = useState(false)
  const choose = (language: string) =>
    changeLanguage(language).then(
      () => setMissing(false),
      () => setMissing(true),
    )
  return (
    <>
      <SelectField
        label={t('Language')}
        options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={speechNow().language}
        onChange={(language) => void choose(language)}
      />
      {isMissing && (
        <Notice kind="danger">
          <p>{t('This language could not be loaded. Check the connection, then choose it again.')}</p>
        </Notice>
      )}
    </>
  )
}
