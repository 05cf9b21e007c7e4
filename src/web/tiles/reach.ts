import { REDIRECTS } from '../requests/early-answers.ts'
import { RequestError, refusePage } from '../requests/http.ts'
import { noAnswerWords } from '../requests/no-answer.ts'

/** Sends a request; throws a RequestError `unreachable` when no answer comes, or `sign_in_needed` when a page for people does. */
export async function reach(send: typeof fetch, url: string, init: RequestInit = {}): Promise<Response> {
  const response = await arrived(send(url, { ...REDIRECTS, ...init }))
  refusePage(response)
  return response
}

/** Returns the JSON in a response, null where it is none; throws a RequestError `unreachable` when not all of it comes. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await arrived(response.text())
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the bytes of a response; throws a RequestError `unreachable` when not all of them come. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await arrived(response.arrayBuffer()))
}

async function arrived<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch {
    throw new RequestError('unreachable', noAnswerWords(), null, null)
  }
}
