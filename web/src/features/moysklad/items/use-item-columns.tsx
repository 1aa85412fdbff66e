import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { RowName, TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { Plan } from '../preview/plan-mark.tsx'
import { GoneTag, OursCell, useItemSubtitle } from './item-parts.tsx'
import classes from './items.module.css'

type Sort = NonNullable<NonNullable<InputOf<'moySkladItems.list'>['query']>['sort_by']>

/** The columns of the row list: in MoySklad, the plan, in Artel. */
export function useItemColumns(onOpen: (item: MoySkladItem) => void): DataColumn<MoySkladItem, Sort>[] {
  const t = useTranslations('moySkladItems')
  const subtitleOf = useItemSubtitle()
  return [
    {
      key: 'title',
      title: t('theirs'),
      sortBy: 'title',
      hidable: false,
      render: (item) => (
        <TwoLines second={subtitleOf(item)}>
          <span className={classes.nameLine}>
            <RowName name={item.title} onOpen={() => onOpen(item)} />
            <GoneTag item={item} />
          </span>
        </TwoLines>
      ),
    },
    {
      key: 'plan',
      title: t('plan'),
      width: 150,
      hidable: false,
      render: ({ plan, kind }) => <Plan plan={plan} kind={kind} />,
    },
    { key: 'ours', title: t('ours'), render: (item) => <OursCell item={item} /> },
    {
      key: 'updated_at',
      title: t('updated'),
      width: 150,
      sortBy: 'updated_at',
      isExtra: true,
      render: ({ updated_at }) => <DateText value={updated_at} withTime />,
    },
    {
      key: 'written_at',
      title: t('written'),
      width: 150,
      sortBy: 'written_at',
      isExtra: true,
      render: ({ written_at }) => <DateText value={written_at} withTime />,
    },
  ]
}
