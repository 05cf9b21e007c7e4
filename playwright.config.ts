import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.js'

// Looked for once: workers read this file again.
process.env.CHROMIUM_PATH ??= findChromium() ?? ''
const executablePath = process.env.CHROMIUM_PATH
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A Chromium without windows of its own then sets text as the others do.
  '--font-render-hinting=none',
  // Smooth edges take the software GPU long, and no journey looks at edges.
  '--webgl-antialiasing-mode=none',
  // The page around the map is painted faster by the processor itself than by the software GPU.
  '--disable-gpu-compositing',
]

const WHOLE_RUN = '**/whole-run.spec.ts'
/** Pictures for people, made by `npm run visual`. */
const ALL_LOOKS = '**/all-looks.spec.ts'

/** Set by `npm test`, which leaves nightly journeys out unless it is told to run all. */
const { WITHOUT_NIGHTLY } = process.env

export default defineConfig({
  testDir: 'e2e',
  // The built program runs as it is.
  build: { external: ['**/dist/**'] },
  globalSetup: './e2e/shared/start-application.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/baselines/{projectName}/{arg}{ext}',
  // One browser does not fill two cores, because every journey also waits for the application. More than two would slow
  // each other down: the software GPU takes whole cores.
  workers: Math.min(2, availableParallelism()),
  // A shared machine can be too slow once; the report then says flaky, and a person still sees it.
  retries: process.env.CI ? 1 : 0,
  // Bounds for what hangs, not for what is slow: the longest journey takes two minutes where others use the machine, too.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: FLAGS, ...(executablePath && { executablePath }) },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Flights of seconds by the software GPU would be most of the time; journeys about them ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [WHOLE_RUN, ALL_LOOKS],
      grepInvert: WITHOUT_NIGHTLY ? /@phone-only|@nightly(?!-phone)/ : /@phone-only/,
      // A quarter of the pixels to draw; journeys that look at pixels ask for all of them.
      use: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 0.5 },
    },
    // A journey tagged @phone is made on a phone, too; one tagged @phone-only, nowhere else. @nightly-phone and
    // @nightly-desktop are nightly on that screen only.
    {
      name: 'phone',
      testIgnore: ALL_LOOKS,
      grep: /@phone/,
      ...(WITHOUT_NIGHTLY && { grepInvert: /@nightly(?!-desktop)/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // What holds of all journeys together is looked at once they are made.
    { name: 'whole run', testMatch: WHOLE_RUN, dependencies: ['desktop', 'phone'] },
  ],
})
