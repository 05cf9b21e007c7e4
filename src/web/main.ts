import './ui/style/fonts.css'
import './ui/style/tokens.css'
import './ui/style/base.css'
import './first-paint.css'
import { askEarly } from './requests/early-answers.ts'
import { openInLanguage } from './state/device/language-choice.ts'
import { hasWebGl } from './ui/device/has-web-gl.ts'

// Zod probes whether it may compile schemas to code. The page's policy forbids that, and browsers report each attempt.
// This is what its `config({ jitless: true })` sets, which would load all of Zod before the first paint.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// index.html paints the frame of the page. What the first view depends on and the reader's language are requested at once,
// the panels and the map side by side as soon as the frame is painted.
askEarly(['/api/period', '/api/meter', '/public/v1/coverage', '/public/v1/meta/filters'])

const language = openInLanguage()

const painted = firstPaint()

painted
  .then(() => import('./start-page.tsx'))
  .then(
    async ({ startPage }) => startPage({ isInLanguage: await language }),
    (error: unknown) => {
      window.dispatchEvent(new Event('first-program-failed'))
      console.error(error)
    },
  )

// The map's slot imports it again, and says so where it cannot be loaded.
if (hasWebGl()) painted.then(() => import('./map/PriceMap.tsx')).catch(() => undefined)

/**
 * Resolves once the frame is painted: running the programs of panels and map would hold it up. A page in the background is
 * not painted, and goes on after half a second.
 */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500)
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })
}
