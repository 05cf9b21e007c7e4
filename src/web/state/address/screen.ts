/** The size of the page on a screen, in CSS pixels. */
export interface Screen {
  readonly width: number
  readonly height: number
}

/** Reads `1440x900`; null for anything else. */
export function parseScreen(raw: string | null): Screen | null {
  const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(raw ?? '') ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

/** Writes what `parseScreen` reads. */
export function screenText({ width, height }: Screen): string {
  return `${width}x${height}`
}

/** Returns the size of the page now. */
export function thisScreen(): Screen {
  return { width: window.innerWidth, height: window.innerHeight }
}

/** True for screens that show about the same: a browser's bars come and go. */
export function isSameScreen(one: Screen, other: Screen): boolean {
  const isNear = (a: number, b: number, share: number) => Math.abs(a - b) <= share * Math.max(a, b)
  return isNear(one.width, other.width, 0.1) && isNear(one.height, other.height, 0.2)
}
