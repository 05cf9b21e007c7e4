import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run visual`: pictures of all states in all sizes and schemes, and a page that shows them side by side. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'looks', testMatch: '**/all-looks.spec.ts' }],
})
