import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../language/translate.ts'
import styles from './FilesFold.module.css'

/** Ways to save something as a file, made once somebody wants them. */
export function FilesFold({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={14} aria-hidden className={styles.turning} />
        {t('Save as a file')}
      </summary>
      {isOpen && children}
    </details>
  )
}
