import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    // Generous: real servers and databases run in these tests, on machines that may be busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
