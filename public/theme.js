// Sets the theme before the first paint, in its own file because the content security policy forbids inline scripts.
// The page keeps it up to date afterwards (src/web/ui/device/use-theme.ts).
;(() => {
  const names = ['system', 'light', 'dark']
  const linked = new URLSearchParams(window.location.search).get('theme')
  const asked = names.includes(linked) ? linked : keptTheme()
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = asked === 'light' || asked === 'dark' ? asked : system

  function keptTheme() {
    try {
      return window.localStorage.getItem('squaremetre.theme')
    } catch {
      // Storage is blocked.
      return null
    }
  }
})()
