import { type PurchaseEvent, type PurchaseRequest, purchaseEvent } from '../../contract/proxy-api.ts'
import { RequestError, refusedBy } from './http.ts'
import { reach } from './reach.ts'

/**
 * Asks the proxy to buy what is missing of some tiles and yields what it says, line by line as it arrives; the last is
 * the receipt. There is no way to abort it, since a purchase under way is paid for. Throws a RequestError when the
 * proxy refuses the request as a whole, does not answer, or stops before the receipt.
 */
export async function* purchaseTiles(
  send: typeof fetch,
  baseUrl: string,
  request: PurchaseRequest,
): AsyncGenerator<PurchaseEvent, void> {
  const response = await post(send, `${baseUrl}/api/purchases`, request)
  let sawReceipt = false
  for await (const line of readLines(response)) {
    const event = purchaseEvent.parse(JSON.parse(line))
    sawReceipt ||= event.type === 'receipt'
    yield event
  }
  if (!sawReceipt) throw new RequestError('unreachable', 'The answer to a purchase broke off.', null, null)
}

async function post(send: typeof fetch, url: string, request: PurchaseRequest): Promise<Response> {
  const response = await reach(send, url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw refusedBy(response, await response.json().catch(() => null))
  return response
}

async function* readLines(response: Response): AsyncGenerator<string, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}
