import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer on its way to the proxy. */
export interface PassedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Alters metered answers with status 200; may send them itself and return null. */
export type Altering = (answer: PassedAnswer, response: ServerResponse, target: string) => PassedAnswer | null

/** A server before a service that alters its metered answers, down to bytes and headers. */
export interface OddGateway {
  readonly url: string
  readonly token: string
  alter: Altering
  close(): Promise<void>
}

/** Starts a gateway on a free port of an address of this machine. */
export async function startOddGateway(
  service: { readonly url: string; readonly token: string },
  host = '127.0.0.1',
): Promise<OddGateway> {
  const { origin, pathname } = new URL(service.url)
  const gateway = { alter: (answer: PassedAnswer): PassedAnswer | null => answer } as { alter: Altering }
  const server = createServer((request, response) => {
    void pass(request.url ?? '', { authorization: request.headers.authorization ?? '' }, response)
  })
  const pass = async (target: string, headers: Record<string, string>, response: ServerResponse) => {
    const fetched = await fetch(origin + target, { headers })
    const {
      'transfer-encoding': _,
      connection: __,
      'content-length': ___,
      ...kept
    } = Object.fromEntries(fetched.headers)
    const answer = { status: fetched.status, headers: kept, body: Buffer.from(await fetched.arrayBuffer()) }
    const isAltered = target.startsWith(`${pathname}/stats/current`) && fetched.status === 200
    const sent = isAltered ? gateway.alter(answer, response, target) : answer
    if (sent !== null) response.writeHead(sent.status, sent.headers).end(sent.body)
  }
  server.listen(0, host)
  await once(server, 'listening')
  const { port, family } = server.address() as AddressInfo
  return Object.assign(gateway, {
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}${pathname}`,
    token: service.token,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
