import type { Locator } from '@playwright/test'

/** More than any state of the page has stops. */
const MOST_PRESSES = 80

/** Presses Tab, forwards or back, from wherever the focus is until a control has it, as somebody without a mouse does. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`expected the Tab key to reach ${target}, found ${await page.locator(':focus').first()}`)
}

/** Reaches a control by the Tab key and presses Enter there. */
export async function enterOn(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(target, key)
  await target.page().keyboard.press('Enter')
}
