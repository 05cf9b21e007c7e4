// @ts-check
import { cataloguedLanguages } from './page-catalogues.js'

/** React Aria's own words: a module for each of its widgets and 34 languages. */
const WIDGET_WORDS = /\/react-(?:aria|stately)\/dist\/private\/intl\/[\w-]+\/([a-z]{2})-[A-Z]{2}\.mjs$/

/**
 * Leaves out what React Aria's widgets say in languages that the page does not speak. The widgets skip a language without
 * words, and take English for it.
 * @param {string} root the repository's folder
 * @returns {import('vite').Plugin}
 */
export function widgetWords(root) {
  const spoken = new Set(['en', ...cataloguedLanguages(root)])
  return {
    name: 'widget-words',
    load(id) {
      const language = WIDGET_WORDS.exec(id)?.[1]
      return language === undefined || spoken.has(language) ? null : 'export default null'
    },
  }
}
