import type { SearchResult } from '@artel/contract/search'
import { labelSizes } from '@artel/contract/supplies/supplies.line'
import {
  IconAward,
  IconBarcode,
  IconCash,
  IconChecklist,
  IconClockHour4,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFileCall } from '../../api/list/list-file.ts'
import { useUser } from '../../api/session/session.ts'
import { usePostTo } from '../../features/ledger/use-post-to.ts'
import { useRewardDialogs } from '../../features/rewards/use-reward-dialogs.tsx'
import { useGoPacking } from '../../features/supplies/entry/use-go-packing.ts'
import type { PaletteItem } from './palette-item.ts'

type Action = { name: string; title: string; icon: TablerIcon; run: () => void }

/** What can be done at once with the best result of a kind, as lines below it. */
export function useResultActions(results: readonly SearchResult[]): (result: SearchResult) => PaletteItem[] {
  const bestOf = (entity: SearchResult['entity']) => results.find((result) => result.entity === entity)
  const [user, supply] = [bestOf('user'), bestOf('supply')]
  const ofUser = useUserActions()
  const ofSupply = useSupplyActions(supply?.id ?? 0)
  return (result) => {
    const actions = result === user ? ofUser(result) : result === supply ? ofSupply : []
    return actions.map(({ name, title, icon: Icon, run }) => ({
      key: `${result.entity}.${result.id}.${name}`,
      title,
      subtitle: result.title,
      picture: <Icon size={18} stroke={1.6} />,
      isAction: true,
      run,
    }))
  }
}

function useUserActions(): (person: SearchResult) => Action[] {
  const t = useTranslations('palette')
  const me = useUser()
  const navigate = useNavigate()
  const money = usePostTo('money')
  const { give } = useRewardDialogs()
  return ({ id, title }) => {
    if (me.type === 'staff') return []
    const params = { id: String(id) }
    return [
      ...(money.isAllowed(id)
        ? [{ name: 'post', title: t('postTo'), icon: IconCash, run: () => money.open(id) }]
        : []),
      ...(money.isAllowed(id)
        ? [{ name: 'give', title: t('giveTo'), icon: IconAward, run: () => give({ id, full_name: title }) }]
        : []),
      {
        name: 'tasks',
        title: t('tasksOf'),
        icon: IconChecklist,
        run: () => void navigate({ to: '/user/$id/tasks', params }),
      },
      {
        name: 'hours',
        title: t('hoursOf'),
        icon: IconClockHour4,
        run: () => void navigate({ to: '/user/$id/hours', params }),
      },
    ]
  }
}

function useSupplyActions(id: number): Action[] {
  const t = useTranslations('palette')
  const supplies = useTranslations('supplies')
  const { go } = useGoPacking({ id })
  const labels = useFileCall('supplies.labels')
  return [
    { name: 'pack', title: t('pack'), icon: IconBarcode, run: go },
    ...labelSizes.map((size) => ({
      name: `labels.${size}`,
      title: supplies('labels', { size: size.replace('x', '×') }),
      icon: IconPrinter,
      run: () => labels.start({ input: { params: { id }, query: { size } } }),
    })),
  ]
}
