import { ActionIcon, MenuRadioGroup, MenuRadioItem } from '@mantine/core'
import { IconSunMoon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useTheme } from '../../api/session/theme.ts'
import { Hint } from '../../ui/popup/hint.tsx'
import { PopupMenu } from '../../ui/popup/popup-menu.tsx'
import { themes } from '../../ui/theme/themes.ts'

export function ThemeSwitch() {
  const { theme } = useTheme()
  const Icon = themes.find((choice) => choice.theme === theme)?.icon ?? IconSunMoon
  return (
    <PopupMenu
      position="bottom-end"
      width={210}
      withinPortal={false}
      target={
        <ThemeButton>
          <Icon size={18} stroke={1.6} />
        </ThemeButton>
      }
    >
      <ThemeItems />
    </PopupMenu>
  )
}

function ThemeButton(props: ComponentProps<typeof ActionIcon<'button'>>) {
  const t = useTranslations('frame')
  return (
    <Hint label={t('theme')}>
      <ActionIcon {...props} size="lg" aria-label={t('theme')} />
    </Hint>
  )
}

/** The themes as menu items; the current one is checked. */
export function ThemeItems() {
  const t = useTranslations('frame')
  const { theme: present, changeTheme } = useTheme()
  return (
    <MenuRadioGroup value={present}>
      {themes.map(({ theme, label, icon: Icon }) => (
        <MenuRadioItem
          key={theme}
          value={theme}
          closeMenuOnClick
          rightSection={<Icon size={16} stroke={1.8} />}
          onChange={() => changeTheme(theme)}
        >
          {t(label)}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  )
}
