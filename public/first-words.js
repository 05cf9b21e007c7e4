// Translates what index.html says before the page's own scripts are there, and says when those do not come. In its own
// file because the content security policy forbids inline scripts. The build writes the words into #first-words (scripts/first-words.js); the page chooses
// its language by the same rule (src/web/state/language-choice.ts).
;(() => {
  const note = document.getElementById('first-note')
  const failed = ({ target }) => {
    if (target instanceof HTMLScriptElement && note) note.textContent = note.dataset.failed
  }
  window.addEventListener('error', failed, true)
  // The page itself takes the note away.
  setTimeout(() => {
    if (note && note.textContent !== note.dataset.failed) note.textContent = note.dataset.late
  }, 20_000)

  const words = JSON.parse(document.getElementById('first-words')?.textContent || '{}')
  const known = (language) => language === 'en' || Object.hasOwn(words, language)
  const linked = new URLSearchParams(window.location.search).get('lang')
  const preferred = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
  const language = [linked, keptLanguage(), ...preferred].find(known) ?? 'en'
  document.documentElement.lang = language
  if (language === 'en') return
  for (const element of document.querySelectorAll('[data-say]')) {
    element.textContent = words[language][element.dataset.say]
  }
  for (const name of ['aria-label', 'content', 'placeholder', 'data-failed', 'data-late']) {
    for (const element of document.querySelectorAll(`[data-say-${name}]`)) {
      element.setAttribute(name, words[language][element.getAttribute(`data-say-${name}`)])
    }
  }

  function keptLanguage() {
    try {
      return window.localStorage.getItem('squaremetre.language')
    } catch {
      // Storage is blocked.
      return null
    }
  }
})()
