import { IconHistory } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { recentPlaces } from '../routes/recent-places.ts'
import { fits, means, type PaletteGroup } from './palette-item.ts'
import { useCommands } from './use-commands.ts'
import { useResults } from './use-results.tsx'

/** The groups for a query: recent pages and commands if it is empty, otherwise the matches. */
export function useGroups(query: string) {
  const t = useTranslations('palette')
  const { groups: found, ...rest } = useResults(query)
  const recent = useRecentGroup()
  const commands = useCommands()
    .filter(({ title, words = '' }) => query === '' || fits(title, query) || means(words, query))
    .map(({ icon: Icon, words: _, ...command }) => ({
      ...command,
      subtitle: '',
      picture: <Icon size={18} stroke={1.6} />,
    }))
  const shown: PaletteGroup[] = [
    ...(query === '' ? [recent] : found),
    { key: 'commands', title: t('commands'), items: commands },
  ]
  return { ...rest, groups: shown.filter(({ items }) => items.length > 0) }
}

function useRecentGroup(): PaletteGroup {
  const t = useTranslations('palette')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return {
    key: 'recent',
    title: t('recent'),
    items: recentPlaces(pathname).map(({ path, href, title }) => ({
      key: path,
      title,
      subtitle: '',
      picture: <IconHistory size={18} stroke={1.6} />,
      run: () => void navigate({ href }),
    })),
  }
}
