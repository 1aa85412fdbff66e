import type { Box } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Code } from '../../../ui/page/code.tsx'
import { RowName } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { PersonLink } from '../../users/users.tsx'
import { Filled, useWeightText } from '../supply-parts.tsx'
import { BoxState } from './box-card.tsx'

type Sort = NonNullable<NonNullable<InputOf<'supplies.boxes'>['query']>['sort_by']>

/** The columns of the boxes of a supply. */
export function useBoxColumns(onOpen: (box: Box) => void, hasPallets: boolean): DataColumn<Box, Sort>[] {
  const t = useTranslations('supplies')
  const format = useFormat()
  const weight = useWeightText()
  const pallet: DataColumn<Box, Sort> = {
    key: 'pallet',
    title: t('palletColumn'),
    width: 92,
    align: 'right',
    isExtra: true,
    render: (box) => (box.pallet ? format.number(box.pallet.number) : <Blank />),
  }
  return [
    {
      key: 'number',
      title: t('box'),
      width: 72,
      sortBy: 'number',
      hidable: false,
      render: (box) => <RowName name={format.number(box.number)} onOpen={() => onOpen(box)} />,
    },
    {
      key: 'barcode',
      title: t('code'),
      width: 132,
      sortBy: 'barcode',
      render: ({ barcode }) => <Code>{barcode}</Code>,
    },
    {
      key: 'packed',
      title: t('packed'),
      width: 120,
      sortBy: 'units_count',
      render: ({ units_count, planned_count }) => <Filled packed={units_count} planned={planned_count} />,
    },
    {
      key: 'packer',
      title: t('packer'),
      render: ({ packer }) => (packer ? <PersonLink person={packer} /> : <Blank />),
    },
    ...(hasPallets ? [pallet] : []),
    {
      key: 'weight',
      title: t('weight'),
      width: 96,
      align: 'right',
      isExtra: true,
      render: ({ weight_g }) => (weight_g === null ? <Blank /> : weight(weight_g)),
    },
    {
      key: 'state',
      title: t('state'),
      width: 120,
      align: 'right',
      sortBy: 'sealed_at',
      render: (box) => <BoxState box={box} />,
    },
  ]
}
