// The least that can be between a browser and a service: Node's own server and undici add a token, nothing else.
import { createServer } from 'node:http'
import { Pool } from 'undici'
import { listenAndObey } from '../shared/obey.ts'

const { serviceBaseUrl, serviceToken } = JSON.parse(process.argv[2] ?? '') as {
  serviceBaseUrl: string
  serviceToken: string
}
const pool = new Pool(new URL(serviceBaseUrl).origin)
const headers = { authorization: `Bearer ${serviceToken}` }

const server = createServer(async (incoming, outgoing) => {
  const answer = await pool.request({ path: incoming.url ?? '/', method: 'GET', headers })
  const body = Buffer.from(await answer.body.arrayBuffer())
  outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
listenAndObey(server, () => pool.close())
