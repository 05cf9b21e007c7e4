import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startCommand } from '../shared/command.ts'
import { type Attack, countText } from './attack.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
/** Most that an import of such a file may have on disk and in memory, in MB. */
const MOST = { diskMb: 160, memoryMb: 1_500 } as const
const LOOK_MS = 50
const MEGABYTE = 2 ** 20
const HEADER = 'price,area,lat,lon,date\n'
const LINE = '1,1,1,1,x\n'

/** Files from strangers, each imported into a folder of its own. */
export function attacksByFiles(folder: string): Attack[] {
  /** Members of gzip unpack one after the other; so many of 32 MB each. */
  const packed = (start: string, line: string, members: number) => {
    const member = gzipSync(line.repeat((32 * MEGABYTE) / line.length), { level: 9 })
    return Buffer.concat([gzipSync(start), ...Array.from({ length: members }, () => member)])
  }
  const attack = (name: string, file: string, content: () => Buffer): Attack => ({
    name,
    bound: `refused in words; at most ${MOST.diskMb} MB on disk, ${MOST.memoryMb} MB of memory`,
    run: async () => {
      const dataDir = join(folder, `data-${file}`)
      mkdirSync(dataDir, { recursive: true })
      const path = join(folder, file)
      writeFileSync(path, content())
      const { code, said, diskMb, memoryMb } = await importWatched(path, dataDir)
      const isRefused = code !== 0 && /expected|found/.test(said)
      const isKept = isRefused && diskMb <= MOST.diskMb && memoryMb <= MOST.memoryMb && sizeMb(dataDir) < 1
      return { seen: `${countText([`exit ${code}`])}; ${diskMb.toFixed(0)} MB, ${memoryMb.toFixed(0)} MB`, isKept }
    },
  })
  return [
    attack('a CSV of 1 MB that unpacks to 1 GB', 'bomb.csv.gz', () => packed(HEADER, LINE, 32)),
    attack('JSON of 1 MB that unpacks to 1 GB', 'bomb.json.gz', () => packed('[', '{"price":1},\n', 32)),
    attack('a CSV of 1 MB that unpacks to one line of 1 GB', 'line.csv.gz', () => packed(HEADER, 'x', 32)),
    attack('a CSV of 200 KB whose one row has 100,000 cells', 'row.csv', () =>
      Buffer.from(HEADER + '1,'.repeat(100_000)),
    ),
    attack('a CSV of 500 KB with 60,000 columns', 'columns.csv', () => Buffer.from(columnNames(60_000))),
  ]
}

function columnNames(count: number): string {
  return Array.from({ length: count }, (_, i) => `c${i}`).join()
}

async function importWatched(file: string, dataDir: string) {
  const { child, said, ended } = startCommand(['import', file, '--country', 'fr'], { dataDir, now: NOW })
  let [diskMb, memoryMb] = [0, 0]
  const look = setInterval(() => {
    diskMb = Math.max(diskMb, sizeMb(dataDir))
    memoryMb = Math.max(memoryMb, peakMb(child.pid ?? 0))
  }, LOOK_MS)
  await ended.catch(() => {})
  clearInterval(look)
  return { code: child.exitCode, said: said(), diskMb, memoryMb }
}

function sizeMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sizes = files.map((file) => statSync(join(folder, file), { throwIfNoEntry: false }))
  return sizes.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0) / MEGABYTE
}

/** The most memory that a process has had, in MB; only Linux reports it. */
function peakMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
