// Translates what index.html says before the page's own scripts are there, says when those do not come, and then loads the
// page again. In its own file because the content security policy forbids inline scripts. The build writes the words into
// #first-words (scripts/first-words.js); the page chooses its language by the same rule (src/web/state/device/language-choice.ts).
;(() => {
  const note = document.getElementById('first-note')
  const fail = () => {
    // Once the page has come, scripts that fail are others', such as an extension's.
    if (!note?.isConnected || note.textContent === note.dataset.failed) return
    note.textContent = note.dataset.failed
    loadAgain()
  }
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true)
  // src/web/main.ts says it of the programs that it loads.
  window.addEventListener('first-program-failed', fail)
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

  // Browsers do not fetch a program again that failed, as all do when a phone changes networks. After 5, 20 and 80 seconds the
  // page is loaded again, unless somebody is typing; src/web/start-page.tsx forgets the count.
  function loadAgain() {
    try {
      const count = Number(window.sessionStorage.getItem('squaremetre.loads'))
      if (count >= 3) return
      setTimeout(
        () => {
          if (!note.isConnected || document.getElementById('first-search')?.value) return
          window.sessionStorage.setItem('squaremetre.loads', count + 1)
          window.location.reload()
        },
        5_000 * 4 ** count,
      )
    } catch {
      // Storage is blocked, and without a count the page might be loaded again for ever.
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
