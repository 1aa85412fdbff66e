import type { ListedSupply } from '@artel/contract/supplies/supplies'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { useSession } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank, DoneOf } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { rowNameLook, TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { Filled, SupplyStatus } from '../supply-parts.tsx'

type Sort = NonNullable<NonNullable<InputOf<'supplies.list'>['query']>['sort_by']>

/** The columns of the list of supplies. */
export function useSupplyColumns(): DataColumn<ListedSupply, Sort>[] {
  const t = useTranslations('supplies')
  const { warehouses } = useSession()
  return [
    {
      key: 'number',
      title: t('number'),
      width: 128,
      sortBy: 'number',
      hidable: false,
      render: ({ id, number }) => (
        <Link to="/supply/$id" params={{ id: String(id) }} className={rowNameLook} title={number}>
          {number}
        </Link>
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 136,
      sortBy: 'status',
      render: ({ status, deleted_at }) =>
        deleted_at === null ? <SupplyStatus status={status} /> : <Tag>{t('deleted')}</Tag>,
    },
    {
      key: 'destination',
      title: t('destination'),
      render: ({ destination, marketplace }) => (
        <TwoLines second={destination === null ? '' : t(`marketplace_${marketplace}`)}>
          {destination ?? t(`marketplace_${marketplace}`)}
        </TwoLines>
      ),
    },
    {
      key: 'warehouse',
      title: t('warehouse'),
      width: 148,
      isExtra: true,
      render: ({ warehouse_id, legal_entity }) => (
        <TwoLines second={legal_entity?.name}>
          {warehouses.find(({ id }) => id === warehouse_id)?.name ?? <Blank />}
        </TwoLines>
      ),
    },
    {
      key: 'boxes',
      title: t('boxes'),
      width: 96,
      align: 'right',
      isExtra: true,
      sortBy: 'boxes_count',
      render: ({ sealed_count, boxes_count }) => <DoneOf done={sealed_count} total={boxes_count} />,
    },
    {
      key: 'packed',
      title: t('packed'),
      width: 196,
      align: 'right',
      render: ({ units_count, planned_count }) => <Filled packed={units_count} planned={planned_count} />,
    },
    {
      key: 'planned_on',
      title: t('plannedOn'),
      width: 128,
      sortBy: 'planned_on',
      isExtra: true,
      render: ({ planned_on }) => <DateText value={planned_on} />,
    },
    {
      key: 'updated_at',
      title: t('changedAt'),
      width: 136,
      sortBy: 'updated_at',
      isExtra: true,
      render: ({ updated_at }) => <DateText value={updated_at} withTime />,
    },
    {
      key: 'comment',
      title: t('comment'),
      width: 220,
      isExtra: true,
      render: ({ comment }) => comment || <Blank />,
    },
  ]
}
