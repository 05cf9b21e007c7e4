import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATH_PREFIX } from '../contract/limits.ts'
import type { StrangeService } from './strange-service/start-strange-service.ts'

/** An answer in another shape; a text is sent as it is, anything else as JSON. */
export interface VariantAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Returns the answer to a path below the prefix, at once or later; null leaves it to the service behind. */
export type Variant = (path: string, query: URLSearchParams) => VariantAnswer | null | Promise<VariantAnswer>

export interface VariantService {
  readonly url: string
  readonly token: string
  /** May be replaced while the service runs. */
  variant: Variant
  /** The `Date` of its answers; the present unless set. */
  date?: Date
  /** Paths and queries, below the prefix, that the variant answered. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Starts a server that answers some paths in shapes of its own and forwards all others to the service behind. */
export async function startVariantService(
  behind: Pick<StrangeService, 'url' | 'token'>,
  variant: Variant,
): Promise<VariantService> {
  const state: Pick<VariantService, 'token' | 'variant' | 'date' | 'asked'> = {
    token: behind.token,
    variant,
    asked: [],
  }
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://variant')
    const path = pathname.slice(PATH_PREFIX.length)
    if (state.date) response.setHeader('Date', state.date.toUTCString())
    const answered = state.variant(path, searchParams)
    if (answered !== null) {
      state.asked.push(path + search)
      const own = await answered
      const body = typeof own.body === 'string' ? own.body : JSON.stringify(own.body)
      response.writeHead(own.status ?? 200, { 'Content-Type': 'application/json', ...own.headers }).end(body)
      return
    }
    const { authorization = '' } = request.headers
    const answer = await fetch(`${behind.url}${path}${search}`, { headers: { authorization } })
    const headers = [...answer.headers].filter(([name]) => name.startsWith('x-') || name === 'retry-after')
    response.writeHead(answer.status, Object.fromEntries(headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH_PREFIX}`
  return Object.assign(state, { url, close: () => closeServer(server) })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
