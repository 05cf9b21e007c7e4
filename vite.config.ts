import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { firstWordsInPage } from './scripts/first-words.js'
import { pageChunks } from './scripts/page-chunks.js'
import { completeLicenses } from './scripts/page-licenses.js'
import { widgetWords } from './scripts/widget-words.js'

const LICENSES = 'third-party-licenses.md'

export default defineConfig({
  plugins: [
    react(),
    firstWordsInPage(import.meta.dirname),
    widgetWords(import.meta.dirname),
    completeLicenses(LICENSES),
  ],
  resolve: { conditions: ['visgl:webgl-only', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web',
    // Shipped with the page: the licences of everything that is bundled into it, fonts included.
    license: { fileName: LICENSES },
    // The map's chunk is maplibre and deck.gl, which come as they are; the page is first painted without it.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Vite's preload helper in the map's chunk would make index.html preload all of that chunk.
            { name: 'preload', test: /vite\/preload-helper/ },
            // Luma.gl loads this when the map starts, and says nothing if it does not come: the map would stay empty.
            { name: 'webgl', test: /@luma\.gl\/webgl\/dist\/(index|adapter)/ },
            { debugName: 'page', name: pageChunks(import.meta.dirname) },
          ],
        },
      },
    },
  },
})
