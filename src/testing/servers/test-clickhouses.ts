import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import type { TestClickhouse } from './clickhouse-server.ts'

/** The servers and folders of one test file, removed together by `close`. */
export function testClickhouses(prefix: string) {
  const servers: TestClickhouse[] = []
  const folders: string[] = []
  return {
    servers,
    newFolder(): string {
      const folder = mkdtempSync(join(tmpdir(), prefix))
      folders.push(folder)
      return folder
    },
    async close(): Promise<void> {
      for (const server of servers) await server.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of servers with the same figures, in the form of FIGURES_URL. */
export function addressOf(...hosts: readonly TestClickhouse[]) {
  const address = parseClickhouseAddress(`clickhouse://${hosts.map(({ host }) => host).join(',')}`)
  if (address === null) throw new Error('expected an address of ClickHouse')
  return address
}
