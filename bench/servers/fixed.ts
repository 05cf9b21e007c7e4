// Sends prepared responses with Node's own server: looks up the address and writes the response, nothing else.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { FixedAnswer } from '../shared/held-tiles.ts'
import { listenAndObey } from '../shared/obey.ts'

const { answersFile } = JSON.parse(process.argv[2] ?? '') as { answersFile: string }
const answers = new Map(
  (JSON.parse(readFileSync(answersFile, 'utf8')) as FixedAnswer[]).map(
    ({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }] as const,
  ),
)

const server = createServer(({ url = '' }, outgoing) => {
  const answer = answers.get(url)
  if (answer === undefined) outgoing.writeHead(404).end()
  else outgoing.writeHead(200, answer.headers).end(answer.body)
})
listenAndObey(server)
