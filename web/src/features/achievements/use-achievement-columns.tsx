import type { Achievement } from '@artel/contract/achievements/achievements'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Blank, Coins } from '../../ui/figures/figures.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { AchievedName, Giver, Remarks } from './achievement-parts.tsx'
import classes from './achievements.module.css'
import { RevokeButton } from './revoke-button.tsx'
import { useAchievementWords } from './use-achievement-words.ts'

type Sort = NonNullable<NonNullable<InputOf<'achievements.list'>['query']>['sort_by']>

/** The columns of a person's achievements. */
export function useAchievementColumns(): DataColumn<Achievement, Sort>[] {
  const t = useTranslations('achievements')
  const { period } = useAchievementWords()
  return [
    {
      key: 'created_at',
      title: t('givenAt'),
      width: 164,
      sortBy: 'created_at',
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'achievement',
      title: t('achievement'),
      sortBy: 'achievement',
      hidable: false,
      render: (given) => (
        <div className={classes.cell}>
          <AchievedName given={given} />
          <Remarks given={given} />
        </div>
      ),
    },
    { key: 'period', title: t('givenFor'), width: 134, render: (given) => period(given) ?? <Blank /> },
    {
      key: 'giver',
      title: t('givenBy'),
      width: 190,
      isExtra: true,
      render: (given) => <Giver given={given} />,
    },
    {
      key: 'coins',
      title: t('coins'),
      width: 96,
      align: 'right',
      sortBy: 'coins',
      render: (given) => (given.coins === 0 ? <Blank /> : <EntriesLink given={given} />),
    },
    {
      key: 'actions',
      title: t('actions'),
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      width: 116,
      align: 'right',
      hidable: false,
      render: (given) => <RevokeButton given={given} />,
    },
  ]
}

/** The coins, linked to their ledger entries. */
function EntriesLink({ given: { id, coins } }: { given: Achievement }) {
  return (
    <Link to="/coins" search={{ source_type: 'achievement', source_id: id }}>
      <Coins value={coins} />
    </Link>
  )
}
