// @ts-check
// The market of the browser journeys: `npm test` makes it while the unit tests wait for servers, a run of journeys alone
// when it starts.
import { runNode } from './run-tool.js'

/** The fixed time of the service's clock in every journey. */
export const NOW = '2026-11-15T12:00:00Z'

/** Names the folder of a market that is already made. */
export const MARKET_FOLDER = 'E2E_MARKET_DIR'

/**
 * Makes the market in a folder, with its newest period and the one a year before. Journeys need no others, which would take a
 * core from the unit tests for minutes.
 * @param {string} folder
 */
export async function makeMarket(folder) {
  const env = { ...process.env, DATA_DIR: folder, SERVICE_NOW: NOW }
  for (const args of [
    ['demo', '--listings', '200000'],
    ['build', '--newest'],
    ['build', '--month', '2025-11'],
  ]) {
    const made = await runNode('bin/squaremetre.js', args, { env, quiet: true })
    if (!made.ok) throw new Error(`the market of the journeys could not be made:\n${made.output}`)
  }
}
