import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import S3rver from 's3rver'
import type { S3Address } from '../../service/object-storage/s3-address.ts'

/** The fault of a request on its way to the storage; null lets it pass. */
export type StorageFault = (method: string, path: string) => 'cut off' | { readonly status: number } | null

/** Object storage for one test, with its own folder and one bucket. */
export interface TestStorage {
  /** An address in the bucket. */
  readonly address: S3Address
  /** Requests so far, such as `GET /bucket/key`. */
  readonly requests: string[]
  /** From now on, requests meet these faults. */
  fail(fault: StorageFault): void
  close(): Promise<void>
}

const BUCKET = 'listings'
/** The only keys that s3rver knows. */
const KEY = 'S3RVER'

/** Starts a server on a free port, behind a forwarder that can cut requests off. */
export async function startStorage(): Promise<TestStorage> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const storage = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await storage.run()
  const requests: string[] = []
  let fault: StorageFault = () => null
  const forwarder = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming
    requests.push(`${method} ${url}`)
    const met = fault(method, url)
    if (met === 'cut off') incoming.once('readable', () => incoming.socket.destroy())
    else if (met !== null) outgoing.writeHead(met.status).end()
    else void answer(incoming, outgoing, port)
  })
  forwarder.listen(0, '127.0.0.1')
  await once(forwarder, 'listening')
  const { port: open } = forwarder.address() as AddressInfo
  return {
    address: {
      ...{ bucket: BUCKET, prefix: 'es/all', endpoint: `http://127.0.0.1:${open}`, region: 'us-east-1' },
      ...{ accessKeyId: KEY, secretAccessKey: KEY, sessionToken: null },
    },
    requests,
    fail(next) {
      fault = next
    },
    async close() {
      await closed(forwarder)
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Does what s3rver does not: checks the signature, and writes only objects that have arrived as a whole. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<void> {
  const { method = '', url, headers } = incoming
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch {
    // The client has ended the connection in the middle.
    return
  }
  if (!(await isSigned(incoming))) {
    const code =
      '<Error><Code>SignatureDoesNotMatch</Code><Message>Check your key and signing method.</Message></Error>'
    outgoing.writeHead(403).end(code)
    return
  }
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (stored) => {
    outgoing.writeHead(stored.statusCode ?? 500, stored.headers)
    stored.pipe(outgoing)
  })
  sent.on('error', () => outgoing.destroy())
  sent.end(Buffer.concat(chunks))
}

/** Whether a request has the signature that the key of the storage gives it; other keys are the storage's to refuse. */
async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const { authorization = '', host = '' } = headers
  const [, accessKeyId = '', names = ''] = /Credential=([^/]+)\/.*SignedHeaders=([^,]+)/.exec(authorization) ?? []
  if (accessKeyId !== KEY) return true
  const signed = names.split(';').flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' && name !== 'host' ? [[name, value] as [string, string]] : []
  })
  const signer = new AwsV4Signer({
    ...{ method, url: `http://${host}${url}`, headers: signed, service: 's3', region: 'us-east-1' },
    ...{ accessKeyId, secretAccessKey: KEY, datetime: String(headers['x-amz-date']), allHeaders: true },
  })
  return (await signer.authHeader()) === authorization
}

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
