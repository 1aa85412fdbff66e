import type { Reward } from '@artel/contract/ledger/rewards'
import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Blank, Coins, Money } from '../../ui/figures/figures.tsx'
import { kopecksOfColumn } from '../../ui/figures/format.ts'
import { RowName, TwoLines } from '../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { PersonLink } from '../users/users.tsx'
import { RewardMenu } from './reward-actions.tsx'

type Sort = NonNullable<NonNullable<InputOf<'rewards.list'>['query']>['sort_by']>
type RewardColumn = DataColumn<Reward, Sort>

/**
 * The columns of a list of rewards. `rows`: the rows shown, which decide whether the column shows kopecks.
 */
export function useRewardColumns(rows: readonly Reward[], onOpen: (reward: Reward) => void): RewardColumn[] {
  const t = useTranslations('rewards')
  const kopecks = kopecksOfColumn(rows.map(({ money }) => money))
  return [
    {
      key: 'created_at',
      isExtra: 'last',
      title: t('givenAt'),
      width: 164,
      sortBy: 'created_at',
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    { key: 'user', title: t('person'), width: 200, render: ({ user }) => <PersonLink person={user} /> },
    {
      key: 'title',
      title: t('reason'),
      sortBy: 'title',
      hidable: false,
      render: (reward) => <TitleCell reward={reward} onOpen={onOpen} />,
    },
    {
      key: 'creator',
      title: t('givenBy'),
      width: 180,
      isExtra: true,
      render: ({ creator }) => <PersonLink person={creator} />,
    },
    {
      key: 'money',
      title: t('money'),
      width: 120,
      align: 'right',
      sortBy: 'money',
      render: ({ money }) => (money === 0 ? <Blank /> : <Money value={money} kopecks={kopecks} />),
    },
    {
      key: 'coins',
      title: t('coins'),
      width: 96,
      align: 'right',
      sortBy: 'coins',
      render: ({ coins }) => (coins === 0 ? <Blank /> : <Coins value={coins} />),
    },
    {
      key: 'actions',
      title: t('actions'),
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      width: 56,
      align: 'right',
      hidable: false,
      render: (reward) => <RewardMenu reward={reward} />,
    },
  ]
}

function TitleCell({ reward, onOpen }: { reward: Reward; onOpen: (reward: Reward) => void }) {
  const { title, description } = reward
  return (
    <TwoLines second={description}>
      <RowName name={title} onOpen={() => onOpen(reward)} />
    </TwoLines>
  )
}
