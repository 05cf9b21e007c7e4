import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../../language/translate.ts'
import styles from './ErrorBoundary.module.css'
import { Notice } from './Notice.tsx'
import { NotLoadedNotice } from './NotLoadedNotice.tsx'
import { isNotLoaded } from './not-loaded.ts'

interface ErrorBoundaryProps {
  /** The part of the page, as the start of a sentence: `The map`. */
  part: string
  children: ReactNode
}

/** Shows which part of the page stopped working; the other parts keep working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.part} stopped`, error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const { part } = this.props
    return (
      <div className={styles.message}>
        {isNotLoaded(error) ? (
          <NotLoadedNotice part={part} />
        ) : (
          <Notice kind="danger" action={{ label: t('Reload the page'), onPress: () => window.location.reload() }}>
            {t(
              '{part} stopped working: {reason}. Reloading keeps the view, and figures already paid for are not bought again.',
              { part, reason: error.message || error.name },
            )}
          </Notice>
        )}
      </div>
    )
  }
}
