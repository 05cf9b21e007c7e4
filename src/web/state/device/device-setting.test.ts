import { describe, expect, it } from 'vitest'
import { type Device, deviceSetting } from './device-setting.ts'

/** Two tabs of a browser: what one keeps, the other hears. */
function twoTabs() {
  const kept = new Map<string, string>()
  const listeners = [new Set<(event: StorageEvent) => void>(), new Set<(event: StorageEvent) => void>()]
  const change = (from: number, key: string | null, newValue: string | null) => {
    for (const listener of listeners[1 - from] ?? []) listener({ key, newValue } as StorageEvent)
  }
  const tab = (index: number): Device => ({
    localStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value)
        change(index, key, value)
      },
    },
    addEventListener: (_, listener) => listeners[index]?.add(listener),
    removeEventListener: (_, listener) => listeners[index]?.delete(listener),
  })
  return { kept, clear: (from: number) => change(from, null, null), tabs: [tab(0), tab(1)] as const }
}

const NUMBERS = { parse: (raw: string | null) => Number(raw ?? 7), format: String }

describe('a setting of the device', () => {
  it('is heard in the other tab, and only under its own key', () => {
    const { tabs } = twoTabs()
    const [here, there] = tabs.map((tab) => deviceSetting('a', NUMBERS, () => tab))
    const heard: number[] = []
    const stop = there?.follow((value) => heard.push(value))
    here?.keep(3)
    deviceSetting('b', NUMBERS, () => tabs[0]).keep(4)
    expect([heard, here?.read(), there?.read()]).toEqual([[3], 3, 3])
    stop?.()
    here?.keep(5)
    expect(heard).toEqual([3])
  })

  it('is as at first when the other tab clears everything', () => {
    const { tabs, clear } = twoTabs()
    const heard: number[] = []
    deviceSetting('a', NUMBERS, () => tabs[1]).follow((value) => heard.push(value))
    clear(0)
    expect(heard).toEqual([7])
  })

  it('lasts as long as the page where storage is blocked', () => {
    const blocked = deviceSetting('a', NUMBERS, () => {
      throw new DOMException('no', 'SecurityError')
    })
    expect(blocked.read()).toBe(7)
    expect(blocked.keep(3)).toBe(false)
  })
})
