import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { freePort } from '../../src/testing/servers/free-port.ts'
import type { FixedAnswer } from './held-tiles.ts'
import { pin } from './wrk.ts'

const SHIPPED = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** nginx with one worker that sends the same responses in three ways. */
export interface Nginx {
  /** Files over HTTP, without a log. */
  readonly files: string
  /** Files over TLS, with the log of the shipped file. */
  readonly tlsFiles: string
  /** The proxy behind the shipped file. */
  readonly shipped: string
  /** Returns the number of responses in the shipped file's cache. */
  cached(): number
  close(): Promise<void>
}

/** Starts nginx on a core in front of a proxy, with `deploy/nginx.conf` except for addresses, paths and certificates. */
export async function startNginx(
  folder: string,
  { proxy, answers, core }: { proxy: string; answers: readonly FixedAnswer[]; core: number },
): Promise<Nginx> {
  const root = join(folder, 'root')
  for (const { path, body } of answers) {
    const file = join(root, path.replace(/\?.*/, ''))
    mkdirSync(dirname(file), { recursive: true })
    for (const form of [file, `${file}.gz`]) writeFileSync(form, Buffer.from(body, 'base64'))
  }
  await makeCertificate(folder)
  const [files, tlsFiles, shipped, plain] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const configFile = join(folder, 'nginx.conf')
  writeFileSync(configFile, mainConfig({ folder, root, files, tlsFiles, headers: answers[0]?.headers ?? {} }))
  writeFileSync(join(folder, 'shipped.conf'), shippedConfig({ folder, proxy, shipped, plain }))
  await promisify(execFile)('nginx', ['-t', '-q', '-c', configFile, '-p', folder])
  const child = spawn('nginx', ['-c', configFile, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'spawn')
  const nginx = {
    files: `http://127.0.0.1:${files}`,
    tlsFiles: `https://127.0.0.1:${tlsFiles}`,
    shipped: `https://127.0.0.1:${shipped}`,
  }
  for (const origin of Object.values(nginx)) await answering(origin + (answers[0]?.path ?? '/'), child)
  // The workers are child processes of the started one.
  const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  for (const pid of workers) await pin(Number(pid), core)
  return {
    ...nginx,
    cached: () =>
      readdirSync(join(folder, 'cache'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length,
    close: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Returns the statuses of GETs over TLS with a self-signed certificate. */
export async function statusesOf(urls: readonly string[]): Promise<number[]> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const statuses: number[] = []
  for (const url of urls) {
    const { statusCode, body } = await request(url, { dispatcher, headers: { 'accept-encoding': 'gzip' } })
    await body.dump()
    statuses.push(statusCode)
  }
  await dispatcher.close()
  return statuses
}

function shippedConfig(to: { folder: string; proxy: string; shipped: number; plain: number }): string {
  const changes: readonly (readonly [from: RegExp, to: string])[] = [
    [/\/var\/cache\/nginx\/squaremetre/g, join(to.folder, 'cache')],
    [/\/var\/log\/nginx\/squaremetre\.log/g, join(to.folder, 'shipped.log')],
    [/\/etc\/letsencrypt\/live\/[^;]*\/fullchain\.pem/g, join(to.folder, 'certificate.pem')],
    [/\/etc\/letsencrypt\/live\/[^;]*\/privkey\.pem/g, join(to.folder, 'key.pem')],
    [/server 127\.0\.0\.1:8080;/g, `server ${new URL(to.proxy).host};`],
    [/listen 443 /g, `listen 127.0.0.1:${to.shipped} `],
    [/listen 80;/g, `listen 127.0.0.1:${to.plain};`],
  ]
  return changes.reduce(
    (text, [from, by]) => {
      if (!from.test(text)) throw new Error(`expected a match for ${from} in deploy/nginx.conf, found none`)
      return text.replace(from, by)
    },
    readFileSync(SHIPPED, 'utf8'),
  )
}

/** Headers of the proxy that nginx makes itself for each file. */
const NOT_FOR_FILES = /^(content-|etag$|last-modified$|vary$)/
/** What the shipped file adds to every tile. */
const BY_SHIPPED = { 'x-request-id': '$request_id', 'strict-transport-security': 'max-age=31536000' }

function mainConfig(to: {
  folder: string
  root: string
  files: number
  tlsFiles: number
  headers: Readonly<Record<string, string>>
}): string {
  // Started by root, nginx would switch to a user who may not read the folder.
  const user = userInfo().uid === 0 ? `user ${userInfo().username};\n` : ''
  const headers = Object.entries({ ...to.headers, ...BY_SHIPPED }).filter(([name]) => !NOT_FOR_FILES.test(name))
  const held = `root ${to.root};
    ${headers.map(([name, value]) => `add_header ${name} "${value}";`).join('\n    ')}
    gzip_static on;
    gzip_vary on;
    open_file_cache max=10000;`
  return `${user}daemon off;
worker_processes 1;
pid ${to.folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  default_type application/octet-stream;
  client_body_temp_path ${to.folder}/body;
  proxy_temp_path ${to.folder}/proxy;
  fastcgi_temp_path ${to.folder}/fastcgi;
  uwsgi_temp_path ${to.folder}/uwsgi;
  scgi_temp_path ${to.folder}/scgi;
  include ${to.folder}/shipped.conf;
  server {
    listen 127.0.0.1:${to.files};
    access_log off;
    ${held}
  }
  server {
    listen 127.0.0.1:${to.tlsFiles} ssl http2;
    ssl_certificate ${to.folder}/certificate.pem;
    ssl_certificate_key ${to.folder}/key.pem;
    access_log ${to.folder}/files.log squaremetre;
    ${held}
  }
}
`
}

async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await promisify(execFile)('openssl', ['req', '-x509', '-subj', '/CN=map.example', ...kind, ...files])
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx exited with code ${child.exitCode}`)
    const [status] = await statusesOf([url]).catch(() => [])
    if (status === 200) return
    await sleep(50)
  }
  throw new Error(`expected a response from nginx at ${url}, found none`)
}
