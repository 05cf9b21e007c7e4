import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { MARKET_FOLDER, makeMarket, NOW } from '../../scripts/journeys-market.js'
import { recordedAddress } from '../../src/service/account-page/service-address.ts'
import { MOST_TELLING, startProgram } from './program.ts'
import { startRecorder } from './recorder.ts'
import { openRunRecord, recordToken } from './run-record.ts'
import { startSeparately } from './separate-application.ts'
import { assignAddresses, isApplicationGiven, shareApplication, sharedApplication } from './shared-application.ts'

type Stop = () => Promise<unknown>

/**
 * Starts the real application as `npm start` does, on a smaller demonstration market, for the first worker. Journeys
 * compare what was spent before and after, so every other worker gets a proxy and an account of its own, over the same
 * service. Each is behind a recorder. Returns the function that stops everything; an application that the environment
 * names is used and left running.
 */
export default async function startApplications({ workers }: FullConfig): Promise<Stop> {
  const recordDir = openRunRecord()
  const stops: Stop[] = [async () => rmSync(recordDir, { recursive: true, force: true })]
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop()
  }
  try {
    if (!isApplicationGiven()) stops.push(await startDemonstration())
    const { address, dataDir } = sharedApplication()
    recordToken(readFileSync(join(dataDir, 'service', 'embedded-token'), 'utf8').trim())
    const recorder = await startRecorder(address)
    stops.push(async () => recorder.stop())
    const addresses = [recorder.address]
    while (addresses.length < workers) {
      const own = await startSeparately('standard')
      stops.push(own.stop)
      addresses.push(own.address)
    }
    assignAddresses(addresses)
    return stopAll
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function startDemonstration(): Promise<Stop> {
  const made = process.env[MARKET_FOLDER]
  const dataDir = made ?? mkdtempSync(join(tmpdir(), 'squaremetre-e2e-'))
  // The process that made it removes it.
  const forget = () => made ?? rmSync(dataDir, { recursive: true, force: true })
  try {
    if (!made) await makeMarket(dataDir)
    const application = await startProgram(['start', '--no-schedule'], {
      ...MOST_TELLING,
      DATA_DIR: dataDir,
      SERVICE_NOW: NOW,
      PORT: '0',
      HOST: '127.0.0.1',
    })
    const service = recordedAddress(dataDir)
    if (service === null) throw new Error(`expected a service on ${dataDir}, found none`)
    shareApplication({ address: application.address, dataDir, service })
    return async () => {
      await application.stop()
      forget()
    }
  } catch (error) {
    forget()
    throw error
  }
}
