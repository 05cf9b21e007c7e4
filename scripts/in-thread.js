// @ts-check
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const SELF = fileURLToPath(import.meta.url)

/**
 * Calls a function without arguments in a thread of its own, so that several cores work, and returns the bytes it makes.
 * Throws what it throws.
 * @param {string} file of the function's module, relative to this folder
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
export async function inThread(file, name) {
  const worker = new Worker(SELF, { workerData: { module: new URL(file, import.meta.url).href, name } })
  const [bytes] = await once(worker, 'message')
  return bytes
}

if (!isMainThread && workerData?.module !== undefined) {
  const { [workerData.name]: make } = await import(/* @vite-ignore */ workerData.module)
  parentPort?.postMessage(await make())
}
