import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'

/** The themes that a person can choose. */
export const themes = [
  { theme: 'light', label: 'themeLight', icon: IconSun },
  { theme: 'dark', label: 'themeDark', icon: IconMoon },
  { theme: 'auto', label: 'themeAuto', icon: IconSunMoon },
] as const
