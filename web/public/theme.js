// Runs before the first paint; a module would run after it. The keys are those of Mantine and of i18n/locale.ts.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // Storage may be forbidden; the defaults hold then.
    }
  }
  const applyTheme = () => {
    const theme = stored('mantine-color-scheme-value')
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }
  applyTheme()
  // Pages of guests have no Mantine, which follows the system and other tabs in the app.
  if (document.currentScript.hasAttribute('data-follows')) {
    dark.addEventListener('change', applyTheme)
    addEventListener('storage', applyTheme)
  }
  const locale = stored('current_locale')
  if (locale === 'ru' || locale === 'en') root.lang = locale
})()
