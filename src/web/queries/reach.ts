import { t } from '../language/translate.ts'
import { RequestError } from './http.ts'

/** Sends a request; throws a RequestError `unreachable` when no answer comes. */
export async function reach(send: typeof fetch, url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await send(url, init)
  } catch {
    throw new RequestError('unreachable', t('The server did not answer.'), null, null)
  }
}
