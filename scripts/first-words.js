// @ts-check
import { cataloguedLanguages, catalogueText } from './page-catalogues.js'
import { firstWords } from './page-words.js'

/**
 * Writes into index.html what it says in other languages, from the catalogues, for `public/first-words.js`. It is data,
 * which a content security policy does not take for a script.
 * @param {string} root the repository's folder
 * @returns {import('vite').Plugin}
 */
export function firstWordsInPage(root) {
  return {
    name: 'first-words',
    transformIndexHtml(html) {
      const said = new Set(firstWords(root))
      const words = Object.fromEntries(
        cataloguedLanguages(root).map((language) => {
          const catalogue = Object.entries(JSON.parse(catalogueText(root, language)))
          return [language, Object.fromEntries(catalogue.filter(([message]) => said.has(message)))]
        }),
      )
      const children = JSON.stringify(words).replaceAll('<', '\\u003c')
      return {
        html: inEachLanguage(html, words),
        tags: [{ tag: 'script', attrs: { type: 'application/json', id: 'first-words' }, children, injectTo: 'head' }],
      }
    },
  }
}

/**
 * Repeats what a reader without scripts sees (`data-say-each`) in each language.
 * @param {string} html
 * @param {Readonly<Record<string, Readonly<Record<string, unknown>>>>} words
 */
function inEachLanguage(html, words) {
  return html.replace(/<p class="first-note" data-say-each="([^"]+)">[^<]*<\/p>/, (paragraph, message) => {
    const others = Object.entries(words).map(
      ([language, said]) => `<br /><span lang="${language}">${said[message]}</span>`,
    )
    return paragraph.replace(/ data-say-each="[^"]+"/, '').replace('</p>', `${others.join('')}</p>`)
  })
}
