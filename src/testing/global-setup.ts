import { buildData } from '../../scripts/build-data.js'

/** Makes dist/data, which servers read, so that tests run in a fresh checkout too. */
export const setup = () => buildData({ log: console.log })
