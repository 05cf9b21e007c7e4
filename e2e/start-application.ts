import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './program.ts'
import { startRecorder } from './recorder.ts'
import { openRunRecord, recordToken } from './run-record.ts'

/** The fixed time of the service's clock in every journey. */
export const NOW = '2026-11-15T12:00:00Z'
const LISTINGS = '200000'

/**
 * Starts the real application as `npm start` does, on a smaller demonstration market and behind a recorder; returns the
 * function that stops it. Journeys find it by E2E_BASE_URL and E2E_DATA_DIR. If these are already set, that application
 * is used and left running.
 */
export default async function startApplication(): Promise<() => Promise<void>> {
  const recordDir = openRunRecord()
  const stopApplication = process.env.E2E_BASE_URL ? async () => {} : await startDemonstration()
  recordToken(readFileSync(join(dataDirOfApplication(), 'service', 'embedded-token'), 'utf8').trim())
  const recorder = await startRecorder(addressOfApplication())
  process.env.E2E_BASE_URL = recorder.address
  return async () => {
    await recorder.stop()
    await stopApplication()
    rmSync(recordDir, { recursive: true, force: true })
  }
}

async function startDemonstration(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-'))
  const forget = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    // No journey needs older months; building them would take a core from the browser for minutes.
    const application = await startProgram(['start', '--demo-listings', LISTINGS, '--no-schedule'], {
      DATA_DIR: dataDir,
      SERVICE_NOW: NOW,
      PORT: '0',
      HOST: '127.0.0.1',
    })
    process.env.E2E_BASE_URL = application.address
    process.env.E2E_DATA_DIR = dataDir
    return async () => {
      await application.stop()
      forget()
    }
  } catch (error) {
    forget()
    throw error
  }
}

/** Returns the address of the application under test. */
export function addressOfApplication(): string {
  return setting('E2E_BASE_URL')
}

/** Returns its DATA_DIR. */
export function dataDirOfApplication(): string {
  return setting('E2E_DATA_DIR')
}

function setting(name: 'E2E_BASE_URL' | 'E2E_DATA_DIR'): string {
  const value = process.env[name]
  if (!value) throw new Error(`expected ${name}: set all E2E_ variables to use a running application, or none`)
  return value
}
