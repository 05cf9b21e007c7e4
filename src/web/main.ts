import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './first-paint.css'
import { askEarly } from './queries/early-answers.ts'
import { openInLanguage } from './state/language-choice.ts'
import { hasWebGl } from './ui/has-web-gl.ts'

// Zod probes whether it may compile schemas to code. The page's policy forbids that, and browsers report each attempt.
// This is what its `config({ jitless: true })` sets, which would load all of Zod before the first paint.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// index.html has already painted the frame of the page. The rest is requested at once and side by side: what the first
// view depends on, the reader's language, the panels, and the map.
askEarly(['/api/period', '/api/meter'])

const language = openInLanguage()

import('./start-page.tsx').then(
  async ({ startPage }) => startPage({ isInLanguage: await language }),
  (error: unknown) => {
    const note = document.getElementById('first-note')
    if (note) note.textContent = note.dataset.failed ?? null
    throw error
  },
)

// The map's slot imports it again, and says so where it cannot be loaded.
if (hasWebGl()) import('./map/PriceMap.tsx').catch(() => undefined)
