import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildData } from '../../scripts/build-data.js'
import { buildWorker } from '../../scripts/build-worker.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for what test files of a run share; it is removed after the run. */
    runDir: string
  }
}

/** Builds dist/data and dist/worker, which servers use, so that tests run in a fresh checkout. */
export async function setup(project: TestProject): Promise<() => void> {
  await buildData({ log: console.log })
  await buildWorker({ log: console.log })
  const runDir = mkdtempSync(join(tmpdir(), 'squaremetre-tests-'))
  project.provide('runDir', runDir)
  return () => rmSync(runDir, { recursive: true, force: true })
}
