import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconSunMoon } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useTheme } from '../api/theme.ts'
import { themes } from '../ui/themes.ts'

export function ThemeSwitch() {
  const t = useTranslations('frame')
  const { theme } = useTheme()
  const Icon = themes.find((choice) => choice.theme === theme)?.icon ?? IconSunMoon
  return (
    <Menu position="bottom-end" width={210} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={t('theme')}>
          <ActionIcon size="lg" aria-label={t('theme')}>
            <Icon size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The themes as menu items; the current one is checked. */
export function ThemeItems() {
  const t = useTranslations('frame')
  const { theme: present, changeTheme } = useTheme()
  return (
    <Menu.RadioGroup value={present}>
      {themes.map(({ theme, label, icon: Icon }) => (
        <Menu.RadioItem
          key={theme}
          value={theme}
          closeMenuOnClick
          rightSection={<Icon size={16} stroke={1.8} />}
          onChange={() => changeTheme(theme)}
        >
          {t(label)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
