import type { Push } from '@artel/contract/pushes/pushes'
import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { RowName, TwoLines } from '../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { PersonLink } from '../users/users.tsx'
import { PushCount, PushMenu, PushStatusText, useAudienceWords } from './push-parts.tsx'

type Sort = NonNullable<NonNullable<InputOf<'pushes.list'>['query']>['sort_by']>
type PushColumn = DataColumn<Push, Sort>

/** The columns of the list of pushes. */
export function usePushColumns(onOpen: (push: Push) => void): PushColumn[] {
  const t = useTranslations('pushes')
  const audienceWords = useAudienceWords()
  return [
    {
      key: 'send_at',
      title: t('when'),
      width: 156,
      sortBy: 'send_at',
      render: ({ send_at }) => <DateText value={send_at} withTime />,
    },
    {
      key: 'title',
      title: t('what'),
      sortBy: 'title',
      hidable: false,
      render: (push) => (
        <TwoLines second={push.body}>
          <RowName name={push.title} onOpen={() => onOpen(push)} />
        </TwoLines>
      ),
    },
    {
      key: 'audience',
      isExtra: true,
      title: t('whom'),
      width: 160,
      render: ({ audience }) => audienceWords(audience),
    },
    {
      key: 'status',
      title: t('status'),
      width: 140,
      sortBy: 'status',
      render: ({ status }) => <PushStatusText status={status} />,
    },
    {
      key: 'delivered',
      isExtra: true,
      title: t('delivered'),
      width: 120,
      align: 'right',
      render: (push) => <PushCount push={push} of="delivered" />,
    },
    {
      key: 'opened',
      isExtra: true,
      title: t('opened'),
      width: 104,
      align: 'right',
      render: (push) => <PushCount push={push} of="opened" />,
    },
    {
      key: 'created_by',
      title: t('by'),
      width: 164,
      isExtra: true,
      render: ({ created_by }) => <PersonLink person={created_by} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      width: 56,
      align: 'right',
      hidable: false,
      render: (push) => <PushMenu push={push} />,
    },
  ]
}
