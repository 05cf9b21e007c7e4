import { t } from '../language/translate.ts'
import { isOffline } from './is-offline.ts'

/** Says that no answer came, and that the device is offline where the browser knows it. */
export function noAnswerWords(): string {
  return isOffline() ? t('You are offline, and the server did not answer.') : t('The server did not answer.')
}
