import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { objectUrl, type S3Address, s3Name } from './s3-address.ts'

/** A small object, and the name of its version. */
export interface TextObject {
  readonly text: string
  readonly etag: string | null
}

/** The condition for replacing an object: it is absent, or has this version. */
export type Precondition = { readonly absent: true } | { readonly etag: string }

/** A folder of a bucket. Functions reject with `StorageRefused`, `StorageUnreachable` or `StorageChanged`. */
export interface Bucket {
  /** Such as s3://bucket/prefix. */
  readonly name: string
  /** Its web address, without keys. */
  urlOf(key: string): string
  /** Null when there is no such object. */
  readText(key: string): Promise<TextObject | null>
  /** Returns the name of the new version. Servers that know no conditions write in any case. */
  writeText(key: string, text: string, precondition: Precondition): Promise<string | null>
  /** Writes an object in one step; the server refuses it when it arrives with another digest. */
  upload(key: string, file: string, digest: string): Promise<void>
  /** Returns the SHA-256 of what arrived, in hexadecimal. */
  download(key: string, file: string): Promise<string>
  remove(key: string): Promise<void>
  close(): Promise<void>
}

/** The storage responds with an error that does not pass by itself: a wrong key, a missing bucket. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused'
}

/** The storage does not respond, or fails. */
class StorageUnreachable extends Error {
  override readonly name = 'StorageUnreachable'
}

/** Somebody else has replaced the object. */
export class StorageChanged extends Error {
  override readonly name = 'StorageChanged'
}

const ATTEMPTS = 4
const FIRST_PAUSE_MS = 250
/** A server that neither sends nor receives anything for this long has stopped, in ms. */
const SILENCE_MS = 30_000
/** The most that S3 takes in one request, in bytes. */
const LARGEST_UPLOAD = 5 * 2 ** 30
const EMPTY_DIGEST = createHash('sha256').digest('hex')

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  /** The digest of the body, in hexadecimal. */
  readonly digest?: string
  readonly length?: number
  /** Opened for each attempt. */
  readonly body?: () => Readable
  readonly headers?: Readonly<Record<string, string>>
}

type Answer = Dispatcher.ResponseData

/** Opens a bucket without a request. Throws when the optional signing package is not installed. */
export async function openBucket(address: S3Address): Promise<Bucket> {
  const signer = await loadSigner(address)
  const agent = new Agent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS, connect: { timeout: SILENCE_MS } })
  const name = s3Name(address)

  const attempt = async ({ method, key, digest = EMPTY_DIGEST, length = 0, body, headers }: Call): Promise<Answer> => {
    const url = objectUrl(address, key)
    const signed = await signer.sign(url, { method, headers: { ...headers, 'x-amz-content-sha256': digest } })
    const sent = {
      ...Object.fromEntries(signed.headers),
      ...(method === 'PUT' && { 'content-length': String(length) }),
    }
    try {
      return await request(url, { method, headers: sent, body: body?.() ?? null, dispatcher: agent })
    } catch (error) {
      throw new StorageUnreachable(`${name} does not respond: ${reasonOf(error)}`, { cause: error })
    }
  }
  /** Sends a call, again where it fails for a reason that may pass, and hands over the response. */
  const send = async <T>(call: Call, use: (answer: Answer) => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        const answer = await attempt(call)
        if (answer.statusCode < 500 && answer.statusCode !== 429) return await use(answer)
        throw new StorageUnreachable(`${name} fails: ${await errorOf(answer)}`)
      } catch (error) {
        if (!(error instanceof StorageUnreachable) || tried === ATTEMPTS) throw error
        await setTimeout(FIRST_PAUSE_MS * 2 ** (tried - 1))
      }
    }
  }
  const refusal = async (answer: Answer) => new StorageRefused(`${name} refuses: ${await errorOf(answer)}`)
  const received = async (answer: Answer): Promise<Readable> => {
    if (answer.statusCode === 200) return answer.body
    throw await refusal(answer)
  }

  return {
    name,
    urlOf: (key) => objectUrl(address, key),
    readText: (key) =>
      send({ method: 'GET', key }, async (answer) => {
        if (answer.statusCode === 404) {
          const { code, text } = await readError(answer)
          if (code === 'NoSuchKey' || code === null) return null
          throw new StorageRefused(`${name} refuses: ${text}`)
        }
        const body = await received(answer)
        const text = await textOf(body, name)
        return { text, etag: headerOf(answer, 'etag') }
      }),
    async writeText(key, text, precondition) {
      const bytes = Buffer.from(text)
      const digest = createHash('sha256').update(bytes).digest('hex')
      const call = { method: 'PUT', key, digest, length: bytes.length, body: () => Readable.from([bytes]) } as const
      const condition = 'etag' in precondition ? { 'if-match': precondition.etag } : { 'if-none-match': '*' }
      const written = (isConditional: boolean) =>
        send({ ...call, headers: isConditional ? condition : {} }, async (answer) => {
          const { statusCode } = answer
          if (statusCode === 409 || statusCode === 412) {
            await answer.body.dump()
            throw new StorageChanged(`${key} in ${name} was replaced by somebody else`)
          }
          ;(await received(answer)).resume()
          return headerOf(answer, 'etag')
        })
      try {
        return await written(true)
      } catch (error) {
        // Some servers do not implement conditions, and say so with 501.
        if (error instanceof StorageUnreachable && error.message.includes('NotImplemented')) return written(false)
        throw error
      }
    },
    async upload(key, file, digest) {
      const { size: length } = statSync(file)
      if (length > LARGEST_UPLOAD) {
        throw new Error(`Expected at most 5 GiB, found ${length} bytes in ${file}. Import its source in several files.`)
      }
      await send({ method: 'PUT', key, digest, length, body: () => createReadStream(file) }, async (answer) => {
        ;(await received(answer)).resume()
      })
    },
    download: (key, file) =>
      send({ method: 'GET', key }, async (answer) => {
        const hash = createHash('sha256')
        const hashing = new Transform({
          transform(chunk, _, done) {
            hash.update(chunk)
            done(null, chunk)
          },
        })
        const body = await received(answer)
        try {
          await pipeline(body, hashing, createWriteStream(file))
        } catch (error) {
          throw new StorageUnreachable(`${name} ended in the middle of ${key}: ${reasonOf(error)}`, { cause: error })
        }
        return hash.digest('hex')
      }),
    remove: (key) =>
      send({ method: 'DELETE', key }, async (answer) => {
        if (![200, 204, 404].includes(answer.statusCode)) throw await refusal(answer)
        await answer.body.dump()
      }),
    close: () => agent.close(),
  }
}

async function loadSigner(address: S3Address): Promise<AwsClient> {
  try {
    const { AwsClient } = await import('aws4fetch')
    const { accessKeyId, secretAccessKey, sessionToken, region } = address
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) }
    return new AwsClient({ ...keys, region, service: 's3' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      'LISTINGS_URL needs the package aws4fetch, which is not installed. Install it beside squaremetre: npm install aws4fetch',
      { cause: error },
    )
  }
}

async function textOf(body: Readable, name: string): Promise<string> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw new StorageUnreachable(`${name} ended in the middle of a response: ${reasonOf(error)}`, { cause: error })
  }
}

function headerOf(answer: Answer, header: string): string | null {
  const value = answer.headers[header]
  return typeof value === 'string' ? value : null
}

async function errorOf(answer: Answer): Promise<string> {
  return (await readError(answer)).text
}

/** Reads S3's error, which names what is wrong in two elements of XML; other elements can repeat parts of the request. */
async function readError({ statusCode, body }: Answer): Promise<{ code: string | null; text: string }> {
  const xml = await body.text().catch(() => '')
  const [, code] = /<Code>([A-Za-z0-9]+)<\/Code>/.exec(xml) ?? []
  const [, message] = /<Message>([^<]*)<\/Message>/.exec(xml) ?? []
  const said = [`status ${statusCode}`, code, message].filter((part) => part !== undefined && part !== '').join(', ')
  const advice = ADVICE.find(({ codes }) => codes.test(code ?? ''))
  return { code: code ?? null, text: advice ? `${said}. ${advice.text}` : said }
}

/** Advice for the errors that a wrong setting causes. */
const ADVICE = [
  {
    codes: /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|ExpiredToken|InvalidToken)$/,
    text: 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may read, write and list there.',
  },
  { codes: /^(NoSuchBucket|InvalidBucketName)$/, text: 'Create the bucket, or correct LISTINGS_URL.' },
  {
    codes: /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    text: 'Set AWS_REGION to the region of the bucket.',
  },
]

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return [code, message].filter((part) => part !== undefined && part !== '').join(' ')
}
