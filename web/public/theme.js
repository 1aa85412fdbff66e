// Runs before the first paint; a module would run after it. The keys are those of Mantine and of i18n/locale.ts.
;(() => {
  const root = document.documentElement
  let theme = null
  let locale = null
  try {
    theme = localStorage.getItem('mantine-color-scheme-value')
    locale = localStorage.getItem('current_locale')
  } catch {
    // Storage may be forbidden; the defaults hold then.
  }
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  if (locale === 'ru' || locale === 'en') root.lang = locale
})()
