import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { rich } from '../../language/translate.ts'
import { Button } from '../controls/Button.tsx'
import { classes } from '../controls/classes.ts'
import styles from './Notice.module.css'

interface NoticeProps {
  kind: 'info' | 'warning' | 'danger'
  children: ReactNode
  /** The request id to quote to support, if there is one. */
  requestId?: string | null
  action?: { label: string; onPress: () => void; isBusy?: boolean } | null
}

/** A message: what is wrong, what to do, and the request id to quote. */
export function Notice({ kind, children, requestId = null, action = null }: NoticeProps) {
  const Icon = kind === 'info' ? Info : CircleAlert
  return (
    <div className={classes(styles.notice, styles[kind])} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <div>{children}</div>
        {requestId !== null && (
          <p className={styles.request}>
            {rich(
              'Quote <code>{id}</code> when you contact support.',
              { code: (id) => <code>{id}</code> },
              { id: requestId },
            )}
          </p>
        )}
        {action && (
          <Button look="link" onPress={action.onPress} isBusy={action.isBusy ?? false}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  )
}
