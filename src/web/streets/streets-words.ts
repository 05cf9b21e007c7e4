import { t } from '../language/translate.ts'
import type { useStreets } from './streets-state.ts'

type Progress = ReturnType<typeof useStreets.getState>['progress']

/** Returns the message about streets that are not all shown; null when they are. `host` is null for our own server. */
export function streetsWords(progress: Progress, host: string | null): string | null {
  if (progress === 'shown') return null
  const from = host ?? window.location.host
  if (progress === 'loading') return t('Loading the streets from {host}…', { host: from })
  if (progress === 'incomplete') return t('Some of the streets from {host} could not be loaded.', { host: from })
  switch (progress.fault) {
    case 'program':
      return t('The program that draws streets could not be loaded. You still see the plain map.')
    case 'unreachable':
      return t('The streets could not be loaded from {host}. You still see the plain map.', { host: from })
    case 'late':
      return t('{host} did not send the streets in time. You still see the plain map.', { host: from })
    case 'unreadable':
      return t('This page cannot read the streets from {host}. You still see the plain map.', { host: from })
    case 'unknown schema':
      return t('This page cannot draw the kind of tiles that {host} has. You still see the plain map.', { host: from })
  }
}
