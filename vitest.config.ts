import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    // Files of one worker share their modules, which would take longer to load than most files take to run. A test that
    // changes what outlives it (the environment, a global) therefore puts it back.
    isolate: false,
    // One more than there are cores, because workers wait for servers and databases half of the time. Vitest itself would
    // leave a core free.
    maxWorkers: availableParallelism() + 1,
    // Most code of a test runs a few times only: optimising and collecting it early takes a tenth of the whole time.
    execArgv: ['--interrupt-budget=1000000', '--max-semi-space-size=64'],
    // A change of these touches all tests.
    forceRerunTriggers: ['**/package-lock.json', '**/vitest.config.ts', '**/tsconfig.json'],
    tags: [{ name: 'nightly', description: 'Runs each night and with `npm test -- --all` (CONTRIBUTING.md).' }],
    // Generous: real servers and databases run in these tests, on machines that may be busy.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
