// Sets the theme before the first paint, in its own file because the content security policy forbids inline scripts.
// The page keeps it up to date afterwards (src/web/ui/use-theme.ts).
;(() => {
  const asked = new URLSearchParams(window.location.search).get('theme')
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = asked === 'light' || asked === 'dark' ? asked : system
})()
