import type { ListedSupply } from '@artel/contract/supplies/supplies'
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useListFile } from '../../../api/list/list-file.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts'
import type { TableSelection } from '../../../ui/table/data-table-types.ts'

/** A filter names at most this many supplies by id. */
const most = 1000

type Filter = NonNullable<InputOf<'supplies.list'>['body']>

/** The selection of the supply list. Its action exports the contents of the boxes as one packing list. */
export function useSupplyBulk(filter: Filter, total: number): TableSelection<ListedSupply> {
  const t = useTranslations('supplies')
  const { selected, onChange } = useRowSelection(JSON.stringify(filter))
  // Deleted supplies are exported only on request, and a selected one is requested.
  const ids = { ids: selected.kind === 'all' ? [] : [...selected.ids], deleted: 'with' as const }
  const file = useListFile('supplies.export', { body: selected.kind === 'all' ? filter : ids })
  return {
    selected,
    onChange,
    most: Math.max(most, total),
    nameOf: ({ number }) => t('selectSupply', { number }),
    actions: [
      {
        key: 'xlsx',
        label: t('exportXlsx'),
        icon: <IconFileSpreadsheet size={16} stroke={1.8} />,
        run: () => file.start('xlsx'),
      },
      {
        key: 'csv',
        label: t('exportCsv'),
        icon: <IconFileText size={16} stroke={1.8} />,
        run: () => file.start('csv'),
      },
    ],
  }
}
