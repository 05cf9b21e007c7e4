import { buildData } from '../../scripts/build-data.js'

/** Builds dist/data, which servers read, so that tests run in a fresh checkout. */
export const setup = () => buildData({ log: console.log })
