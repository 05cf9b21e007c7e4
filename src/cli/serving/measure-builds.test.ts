import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureBuilds } from './measure-builds.ts'

test('builds are counted by outcome, and the time of the last success is recorded', async () => {
  const registry = new Registry()
  const outcomes = [() => 'report', () => Promise.reject(new Error('no space left'))]
  const build = measureBuilds(async () => outcomes.shift()?.() ?? Promise.reject(new Error('stopped')), registry)
  const { signal } = new AbortController()
  expect(await registry.metrics()).toContain('squaremetre_build_last_success_timestamp_seconds 0')
  for (const outcome of ['done', 'failed', 'stopped']) {
    expect(await registry.metrics(), 'an alert can see the first one').toContain(
      `squaremetre_builds_total{outcome="${outcome}"} 0`,
    )
  }
  expect(await build(signal)).toBe('report')
  await expect(build(signal)).rejects.toThrow('no space left')
  await expect(build(AbortSignal.abort())).rejects.toThrow('stopped')
  const page = await registry.metrics()
  for (const outcome of ['done', 'failed', 'stopped']) {
    expect(page).toContain(`squaremetre_builds_total{outcome="${outcome}"} 1`)
  }
  expect(page).toMatch(/squaremetre_build_last_success_timestamp_seconds 1\.?\d{5,}/)
})
