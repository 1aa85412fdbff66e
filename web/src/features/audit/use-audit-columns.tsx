import type { AuditEntry } from '@artel/contract/audit/audit'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { RowName } from '../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { AuditFrom, AuditWho, useAuditAction, useAuditSummary } from './audit-parts.tsx'

type Sort = NonNullable<NonNullable<InputOf<'audit.list'>['query']>['sort_by']>

export function useAuditColumns(onOpen: (entry: AuditEntry) => void): DataColumn<AuditEntry, Sort>[] {
  const t = useTranslations('audit')
  const actionOf = useAuditAction()
  const summaryOf = useAuditSummary()
  return [
    {
      key: 'created_at',
      title: t('when'),
      width: 164,
      sortBy: 'created_at',
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    { key: 'user', title: t('who'), width: 160, render: (entry) => <AuditWho entry={entry} /> },
    {
      key: 'action',
      title: t('what'),
      width: 176,
      hidable: false,
      render: (entry) => <RowName name={actionOf(entry)} onOpen={() => onOpen(entry)} />,
    },
    {
      key: 'changes',
      title: t('changed'),
      render: (entry) => <span title={summaryOf(entry)}>{summaryOf(entry)}</span>,
    },
    {
      key: 'from',
      title: t('from'),
      width: 180,
      isExtra: true,
      render: (entry) => <AuditFrom entry={entry} />,
    },
  ]
}
