// Sets the theme before the first paint; a file of its own because the content security policy forbids inline scripts.
// The page keeps it current afterwards (src/web/ui/use-theme.ts).
;(() => {
  const asked = new URLSearchParams(window.location.search).get('theme')
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = asked === 'light' || asked === 'dark' ? asked : system
})()
