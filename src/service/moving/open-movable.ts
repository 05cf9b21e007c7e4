import type { ClickhouseAddress } from '../clickhouse/clickhouse-address.ts'
import { filesSide } from './files-side.ts'
import type { MovableFigures } from './movable-figures.ts'

/** Opens a store to move figures from or to: files, or a ClickHouse, whose code is loaded only then. */
export async function openMovable({
  dataDir,
  figuresUrl,
  givenBy,
}: {
  readonly dataDir: string
  /** Null means files of DATA_DIR. */
  readonly figuresUrl: ClickhouseAddress | null
  /** What gave the address, for messages: FIGURES_URL by default. */
  readonly givenBy?: string
}): Promise<MovableFigures> {
  if (figuresUrl === null) return filesSide(dataDir)
  const { clickhouseSide } = await import('./clickhouse-side.ts')
  return clickhouseSide(figuresUrl, givenBy)
}
