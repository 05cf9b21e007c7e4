import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import styles from './ShortcutsDialog.module.css'
import { shortcuts } from './shortcuts.ts'

/** The list of keys in a dialog, while that is open. */
export function ShortcutsList() {
  const { isShortcutsOpen, set } = usePage()
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isShortcutsOpen}
      onOpenChange={(isOpen) => set({ isShortcutsOpen: isOpen })}
      isDismissable
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {t('Keyboard shortcuts')}
              </Heading>
              {shortcuts().map((group) => (
                <section key={group.title} className={styles.group}>
                  <h3>{group.title}</h3>
                  <dl>
                    {group.keys.map(({ keys, does }) => (
                      <div key={does} className={styles.line}>
                        <dt>
                          {keys.map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </dt>
                        <dd>{does}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
              <Button onPress={close}>{t('Close')}</Button>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
