import type { ServerResponse } from 'node:http'
import type { StrangeRules } from './rules/rules.ts'

/** Sends a body as JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Refuses a request as too long, as servers in front of a service do. */
export function refuseLength({ resetsLongUrls, longUrlStatus }: StrangeRules, response: ServerResponse): void {
  if (resetsLongUrls) return void response.destroy()
  response.writeHead(longUrlStatus, { 'Content-Type': 'text/html' }).end(`<h1>${longUrlStatus} Too long</h1>`)
}
