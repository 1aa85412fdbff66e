import { IconKeyboard, IconLanguage, IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Command } from '../../api/send/command.ts'
import { useLanguageChange } from '../../api/session/language.ts'
import { useSession, useUser } from '../../api/session/session.ts'
import { useTheme } from '../../api/session/theme.ts'
import { useShiftCommands } from '../../features/hours/use-shift-commands.ts'
import { useInstructionCommands } from '../../features/instructions/use-instruction-commands.ts'
import { useMoySkladCommands } from '../../features/moysklad/use-moysklad-commands.ts'
import { useProductCommands } from '../../features/products/use-product-commands.ts'
import { usePushCommands } from '../../features/pushes/use-push-commands.ts'
import { useRewardCommands } from '../../features/rewards/use-reward-commands.ts'
import { useShopCommands } from '../../features/shop/use-shop-commands.ts'
import { useSupplyCommands } from '../../features/supplies/use-supply-commands.ts'
import { useTaskCommands } from '../../features/tasks/use-task-commands.ts'
import { useUserCommands } from '../../features/users/use-user-commands.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { openKeyHelp } from '../../ui/keys/open-key-help.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { themes } from '../../ui/theme/themes.ts'
import { menuFor, profileEntry } from '../menu/menu.ts'
import { addressNamed } from '../routes/route-table.ts'
import { useLogout } from '../session/use-logout.ts'

/** All commands: those of the features, one for each screen, and those of the frame. */
export function useCommands(): Command[] {
  return [
    ...useShiftCommands(),
    ...useTaskCommands(),
    ...useUserCommands(),
    ...useRewardCommands(),
    ...usePushCommands(),
    ...useProductCommands(),
    ...useSupplyCommands(),
    ...useShopCommands(),
    ...useInstructionCommands(),
    ...useMoySkladCommands(),
    ...useScreenCommands(),
    ...useFrameCommands(),
  ]
}

function useScreenCommands(): Command[] {
  const t = useTranslations('palette')
  const frame = useTranslations('frame')
  const navigate = useNavigate()
  const { type } = useUser()
  return [...menuFor(type).flatMap(({ entries }) => entries), profileEntry].map(({ route, label, icon }) => ({
    key: `go.${route}`,
    title: t('goTo', { page: frame(label) }),
    ...(isWordy(label) && { words: t(`words_${label}`) }),
    icon,
    run: () => void navigate({ to: addressNamed(route) }),
  }))
}

/** Screens that people look for by what they do there. */
const wordy = [
  'money',
  'coins',
  'rewards',
  'users',
  'analytics',
  'products',
  'supplies',
  'texts',
  'pushes',
  'legalEntities',
  'settings',
  'profile',
] as const

const isWordy = (label: string): label is (typeof wordy)[number] => wordy.some((one) => one === label)

function useFrameCommands(): Command[] {
  const t = useTranslations('palette')
  const frame = useTranslations('frame')
  const locale = useLocale()
  const { languages } = useSession().config
  const { theme: present, changeTheme } = useTheme()
  const { changeLanguage } = useLanguageChange(() => notify({ text: frame('languageNotSaved'), tone: 'bad' }))
  const logout = useLogout()
  return [
    ...themes
      .filter(({ theme }) => theme !== present)
      .map(({ theme, label, icon }) => ({
        key: `theme.${theme}`,
        title: t('theme', { name: frame(label) }),
        icon,
        run: () => changeTheme(theme),
      })),
    ...languages
      .filter((language) => language !== locale)
      .map((language) => ({
        key: `language.${language}`,
        title: t('language', { name: languageNames[language] }),
        icon: IconLanguage,
        run: () => changeLanguage(language),
      })),
    { key: 'keys', title: frame('keys'), icon: IconKeyboard, run: () => openKeyHelp(frame('keys')) },
    { key: 'logout', title: frame('logout'), icon: IconLogout, run: logout },
  ]
}
