import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../server/storage/make-folder.ts'
import { temporaryName } from '../../storage/leftovers.ts'
import { type Columns, openFiguresWriter, openHeldCellsWriter } from '../figures-writer.ts'
import { heldCellsFile, heldCellsFingerprint } from '../held-cells.ts'
import { STATEMENTS } from './published-builds.ts'
import type { Replicas } from './replicas.ts'

/**
 * Every click looks up where a place has listings and figures, so each service keeps these cells, without figures, in
 * files of its own. They can be deleted while the service is stopped.
 */
function mirrorDir(dataDir: string): string {
  return join(dataDir, 'service', 'mirror')
}

/** Files of killed processes are removed after this time. */
const ABANDONED_MS = 86_400_000

/** Returns a file with the cells that have figures in a build, written when there is none yet. */
export async function mirrorBuild(replicas: Replicas, dataDir: string, build: string): Promise<string> {
  const file = join(mirrorDir(dataDir), `${build}.sqlite`)
  if (statSync(file, { throwIfNoEntry: false })) return file
  await published(file, async (draft) => {
    const writer = openFiguresWriter(draft)
    const lenses = new Map<string, number>()
    await replicas.askEach(build, async (server) => {
      for await (const rows of server.chunks<[ad_sub_type: string, cell: string]>(STATEMENTS.cellsWithFigures, {
        build,
      })) {
        for (const [offer] of rows) {
          if (lenses.has(offer)) continue
          lenses.set(offer, lenses.size + 1)
          writer.lens([[lenses.size], [offer], [''], [-1]])
        }
        writer.figure(figureColumns(rows, lenses))
      }
    })
    writer.finish()
  })
  return file
}

/** Brings DATA_DIR/service/held-cells.sqlite up to date with a build of the cells of all listings. */
export async function mirrorHeldCells(
  replicas: Replicas,
  dataDir: string,
  { build, fingerprint }: { build: string; fingerprint: string },
): Promise<void> {
  if (heldCellsFingerprint(dataDir) === fingerprint) return
  await published(heldCellsFile(dataDir), async (draft) => {
    const writer = openHeldCellsWriter(draft)
    writer.meta({ fingerprint })
    await replicas.askEach(build, async (server) => {
      for await (const rows of server.chunks<[cell: string, country: string]>(STATEMENTS.listingCells, { build })) {
        writer.listingCell([rows.map(([cell]) => BigInt(cell)), rows.map(([, country]) => country)])
      }
    })
    writer.finish()
  })
}

/** Removes the mirrors of other builds than those given, and what killed processes left. */
export function dropMirrors(dataDir: string, keep: ReadonlySet<string>): void {
  const dir = mirrorDir(dataDir)
  makeFolder(dir)
  for (const name of readdirSync(dir)) {
    const stat = statSync(join(dir, name), { throwIfNoEntry: false })
    const isAbandoned = name.endsWith('.tmp') && stat && Date.now() - stat.mtimeMs > ABANDONED_MS
    const isOther = name.endsWith('.sqlite') && !keep.has(name.slice(0, -'.sqlite'.length))
    if (isAbandoned || isOther) rmSync(join(dir, name), { force: true })
  }
}

/** A figure of a mirror has only its cell. */
function figureColumns(rows: readonly (readonly [string, string])[], lenses: ReadonlyMap<string, number>): Columns {
  const nothing = rows.map(() => null)
  const zeros = rows.map(() => 0)
  const lens = rows.map(([offer]) => lenses.get(offer) ?? 0)
  const cells = rows.map(([, cell]) => BigInt(cell))
  return [lens, cells, zeros, zeros, nothing, nothing, nothing, nothing]
}

/** Writes a file under a temporary name, and publishes it by one rename. */
async function published(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  makeFolder(dirname(file))
  const draft = temporaryName(file)
  rmSync(draft, { force: true })
  try {
    await write(draft)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
