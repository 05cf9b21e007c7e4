import type { BrowserContext } from '@playwright/test'

/**
 * Makes the pages of a context draw ten frames a second at most. A frame takes the software GPU long, and journeys look
 * at what is there once the page is at rest.
 */
export async function drawFewFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const drawNext = window.requestAnimationFrame.bind(window)
    let [waiting, drawn] = [new Map<number, FrameRequestCallback>(), new Map<number, FrameRequestCallback>()]
    let [count, drawnAt, isRequested] = [0, Number.NEGATIVE_INFINITY, false]
    const draw = (time: number) => {
      ;[drawn, waiting] = [waiting, new Map()]
      ;[drawnAt, isRequested] = [performance.now(), false]
      for (const callback of drawn.values()) {
        try {
          callback(time)
        } catch (error) {
          reportError(error)
        }
      }
    }
    window.requestAnimationFrame = (callback) => {
      waiting.set(++count, callback)
      if (!isRequested) setTimeout(() => drawNext(draw), drawnAt + 100 - performance.now())
      isRequested = true
      return count
    }
    window.cancelAnimationFrame = (id) => {
      waiting.delete(id)
      drawn.delete(id)
    }
  })
}
