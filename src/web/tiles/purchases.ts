import {
  type PurchaseEvent,
  type PurchaseQuote,
  type PurchaseRequest,
  purchaseEvent,
  purchaseQuote,
} from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { t } from '../language/translate.ts'
import { askCost, parseAnswer, RequestError, refusedBy } from '../requests/http.ts'
import { noAnswerWords } from '../requests/no-answer.ts'
import { jsonOf, reach } from './reach.ts'

/** How to buy tiles. */
export interface PurchaseOptions {
  /** Tiles around the view, to fill up calls that have room left. */
  readonly around?: readonly Cell[]
  /** The viewer has seen the cost and agrees. */
  readonly confirmed?: boolean
  /** Also buy tiles that the free look-up calls empty. */
  readonly distrustLookups?: boolean
}

/** Returns the request body of a purchase or of its quote. */
export function purchaseBody(name: EditionName, parents: readonly Cell[], options: PurchaseOptions): PurchaseRequest {
  const { around = [], confirmed = false, distrustLookups = false } = options
  return {
    ...name,
    parents: [...parents],
    ...(around.length > 0 && { around: [...around] }),
    ...(confirmed && { confirmed }),
    ...(distrustLookups && { distrust_lookups: true }),
  }
}

/** Asks what a purchase would cost; spends nothing. Throws a RequestError, or the AbortError of the signal. */
export async function quotePurchase(request: PurchaseRequest, signal: AbortSignal): Promise<PurchaseQuote> {
  const path = '/api/purchases?dry_run=1'
  return parseAnswer(path, purchaseQuote, await askCost(path, request, signal))
}

/**
 * Asks the proxy to buy the missing ones of some tiles and yields its events as they arrive; the last is the receipt.
 * It cannot be aborted, since a purchase under way is paid for. Throws a RequestError when the proxy refuses the whole
 * request, does not answer, or stops before the receipt.
 */
export async function* purchaseTiles(
  send: typeof fetch,
  baseUrl: string,
  request: PurchaseRequest,
): AsyncGenerator<PurchaseEvent, void> {
  const response = await post(send, `${baseUrl}/api/purchases`, request)
  let sawReceipt = false
  for await (const line of readLines(response)) {
    const event = purchaseEvent.parse(line)
    sawReceipt ||= event.type === 'receipt'
    yield event
  }
  if (!sawReceipt) brokenOff()
}

function brokenOff(): never {
  throw new RequestError('unreachable', t('The answer to the purchase ended early.'), null, null)
}

async function post(send: typeof fetch, url: string, request: PurchaseRequest): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify(request),
  }
  const response = await inTime(reach(send, url, init))
  if (!response.ok) throw refusedBy(response, await jsonOf(response))
  return response
}

/** Milliseconds without a sign of life after which the page stops waiting; the proxy gives one every ten seconds. */
const SIGN_LIMIT_MS = 60_000

/** Waits for a sign of life. The purchase continues without the page; a repeated request joins it or finds it done. */
async function inTime<T>(sign: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new RequestError('unreachable', noAnswerWords(), null, null, true))
    timer = setTimeout(giveUp, SIGN_LIMIT_MS)
  })
  return Promise.race([sign, late]).finally(() => clearTimeout(timer))
}

/** Yields the JSON of each line. Something in between may end the answer in the middle of one, and in good order. */
async function* readLines(response: Response): AsyncGenerator<unknown, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const read = reader && (await inTime(reader.read()).catch(brokenOff))
    const { done, value } = read ?? { done: true, value: undefined }
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
  }
  // Text that does not even begin as an event, such as another server's page, is not a part of one.
  if (rest.trim() !== '') yield rest.startsWith('{') ? wholeOf(rest) : JSON.parse(rest)
}

function wholeOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return brokenOff()
  }
}
