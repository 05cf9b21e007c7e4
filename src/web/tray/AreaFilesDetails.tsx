import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t } from '../language/translate.ts'
import { AreaFiles } from './AreaFiles.tsx'
import styles from './Tray.module.css'

/** The compared areas as files, once somebody wants them. */
export function AreaFilesDetails() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.files} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={14} aria-hidden className={styles.turning} />
        {t('Save as a file')}
      </summary>
      {isOpen && <AreaFiles />}
    </details>
  )
}
