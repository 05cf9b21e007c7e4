import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workAlone } from './work-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'work-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Another process that holds the lock as `workAlone` does, until it is killed. */
async function holdElsewhere() {
  const file = JSON.stringify(join(dataDir, 'service', 'working.lock'))
  const program = `
    const lock = new (require('libsql'))(${file})
    lock.exec('BEGIN EXCLUSIVE')
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

describe('working alone', () => {
  it('runs tasks one after the other, and reports once what it is waiting for', async () => {
    const done: string[] = []
    const waits: string[] = []
    let finish = () => {}
    const first = workAlone({ dataDir, task: 'import' }, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      done.push('import')
    })
    const second = workAlone({ dataDir, task: 'build', onWait: (text) => waits.push(text) }, async () => {
      done.push('build')
    })
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(done).toEqual([])
    finish()
    await Promise.all([first, second])
    expect(done).toEqual(['import', 'build'])
    expect(waits).toHaveLength(1)
    expect(waits[0]).toContain(`another import on ${dataDir} to end: process ${process.pid}, since 20`)
    expect(waits[0]).toContain(`"kill ${process.pid}" ends it`)
  })

  it('rejects when the task fails, and lets the next one run', async () => {
    const failing = workAlone({ dataDir, task: 'build' }, async () => {
      throw new Error('no rate')
    })
    await expect(failing).rejects.toThrow('no rate')
    expect(await workAlone({ dataDir, task: 'build' }, async () => 'done')).toBe('done')
    expect(readdirSync(join(dataDir, 'service'))).toEqual(['working.lock'])
  })

  it('does not wait for a process that was killed', async () => {
    await workAlone({ dataDir, task: 'build' }, async () => {})
    const child = await holdElsewhere()
    let waited = false
    const work = workAlone({ dataDir, task: 'build', onWait: () => (waited = true) }, async () => 'done')
    expect(waited).toBe(true)
    child.kill('SIGKILL')
    expect(await work).toBe('done')
  })
})
