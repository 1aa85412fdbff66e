import type { CurrentUser } from '@artel/contract/users/users'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/notices/notify.ts'
import { useSettingsUpdate } from './settings.ts'

/**
 * The theme of this browser, and a function that changes it here at once and on the server for other devices.
 */
export function useTheme() {
  const t = useTranslations('frame')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { mutateAsync } = useSettingsUpdate()
  const changeTheme = (theme: MantineColorScheme) => {
    setColorScheme(theme)
    mutateAsync({ body: { parent: 'user', settings: { theme } } }).catch(() =>
      notify({ text: t('themeNotSaved'), tone: 'warn' }),
    )
  }
  return { theme: colorScheme, changeTheme }
}

/** Applies the theme that the person chose on another device. */
export function useSavedTheme({ settings }: CurrentUser): void {
  const { setColorScheme } = useMantineColorScheme()
  const { theme } = settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: setColorScheme is a new function at each render
  useEffect(() => {
    if (theme) setColorScheme(theme)
  }, [theme])
}
