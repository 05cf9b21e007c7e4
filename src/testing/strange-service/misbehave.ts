import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Fault } from './rules/fault.ts'
import { Refused } from './rules/refused.ts'

const BROKEN_OFF = '{"as_of":"2026-11-01","stats":[{'
const DRIP_MS = 20

/** Answers with a fault; throws `Refused` for a fault that is a refusal. `right` is the body without the fault. */
export function misbehave(
  fault: Fault,
  response: ServerResponse,
  headers: Record<string, string>,
  right: () => Record<string, unknown>,
): void {
  const json = { 'Content-Type': 'application/json', ...headers }
  switch (fault.kind) {
    case 'code':
      throw new Refused(fault.code, { headers: { ...headers, ...fault.headers } }, fault.status)
    case 'status':
      response.writeHead(fault.status, { 'Content-Type': 'text/html', ...fault.headers }).end(fault.body)
      return
    case 'body':
      response.writeHead(200, { ...json, 'Content-Type': fault.contentType ?? 'application/json' }).end(fault.body)
      return
    case 'truncate':
      response.writeHead(200, json).end(BROKEN_OFF)
      return
    case 'reset':
      response.destroy()
      return
    case 'reset_midway':
      response.writeHead(200, { ...json, 'Content-Length': '5000' })
      response.write(BROKEN_OFF, () => response.destroy())
      return
    case 'hang':
      return
    case 'drip':
      drip(response, json)
      return
    case 'changed':
      sendChanged(fault, response, json, right())
  }
}

function drip(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(200, headers)
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

const ENCODERS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  // Only marked, because Node 20 cannot make it.
  zstd: (body: string) => Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from(body)]),
}

function sendChanged(
  { change = (body) => body, encoding, contentType = 'application/json' }: Extract<Fault, { kind: 'changed' }>,
  response: ServerResponse,
  headers: Record<string, string>,
  right: Record<string, unknown>,
): void {
  const body = JSON.stringify(change(right))
  const encoded = encoding === undefined ? body : ENCODERS[encoding](body)
  const named: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding }
  response.writeHead(200, { ...headers, ...named, 'Content-Type': contentType }).end(encoded)
}
