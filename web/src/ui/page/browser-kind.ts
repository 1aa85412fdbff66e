/** An iPhone or iPad. An iPad calls itself a Mac, but no Mac has a touch screen. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Whether the app was opened from its own icon, without an address bar. */
export const isInstalled = (): boolean =>
  ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)
