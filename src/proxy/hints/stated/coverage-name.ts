import { createHash } from 'node:crypto'
import type { ReceivedCoverage } from '../../../contract/service/coverage.ts'
import type { ReadCoverage } from './coverage-reader.ts'

/** Returns a name for what `/coverage` states, another one whenever it states something else; null while it is not known. */
export type FindCoverageName = () => Promise<string | null>

/** Characters: no two coverages of one service share so many. */
const LENGTH = 12

/** `onOther` is called before another name is returned. */
export function createCoverageName(coverage: ReadCoverage, { onOther }: { onOther: () => void }): FindCoverageName {
  let named: { of: ReceivedCoverage; name: string } | null = null
  return async () => {
    const read = await coverage()
    if (read === null) return null
    if (named?.of === read) return named.name
    const name = nameOf(read)
    if (named !== null && named.name !== name) onOther()
    named = { of: read, name }
    return name
  }
}

/** Without the time of the last import, which says nothing about figures and may change at every reading. */
function nameOf({ countries, revisions }: ReceivedCoverage): string {
  const markets = countries.map(({ last_ad_parsed_at, ...market }) => JSON.stringify(market)).sort()
  const periods = Object.entries(revisions ?? {}).sort()
  return createHash('sha256')
    .update(JSON.stringify([markets, periods]))
    .digest('base64url')
    .slice(0, LENGTH)
}
