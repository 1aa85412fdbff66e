import type { Box, Pallet, Supply } from '@artel/contract/supplies/supplies'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutGridAdd, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { type ListDefaults, type ListState, useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { waiting } from '../packing/supply-gate.tsx'
import classes from '../page/supply-page.module.css'
import { useBoxBulk, usePalletFilter, usePallets } from '../pallets/use-box-bulk.tsx'
import { BoxCard } from './box-card.tsx'
import { BoxPanel } from './box-panel.tsx'
import { useBoxColumns } from './use-box-columns.tsx'
import { mayPlanBoxes, useBoxDialogs } from './use-box-dialogs.tsx'

const defaults: ListDefaults<'supplies.boxes'> = { sort_by: 'number', direction: 'asc' }

/** The boxes of a supply. An open box is shown beside the list, on a narrow screen over it. */
export function BoxList({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const settings = useTableSettings('boxes')
  const list = useListState('supplies.boxes', settings.limit, defaults)
  const [opened, open] = useAddressNumber('box')
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const known = usePallets(supply.id)
  const pallets = known ?? []
  const filters = useBoxFilters(list.state.filters, pallets, (chosen) => list.change({ filters: chosen }))
  const selection = useBoxBulk(supply, list.input.body ?? {})
  const input = { ...list.input, params: { id: supply.id } }
  const texts = (key: 'loadFailed' | 'search' | 'searchPlaceholder') => t(boxTexts[key])
  const { data, table } = useListTable('supplies.boxes', { ...list, input }, texts, filters)
  const columns = useBoxColumns(({ id }) => open(id), pallets.length > 0)
  const add = supply.can.pack && <AddBoxes supply={supply} />
  const plan = mayPlanBoxes(supply) && <PlanBoxes supply={supply} />
  const isPanel = opened !== null && !isNarrow
  // A supply with pallets has more columns and buttons. If they appeared after the rows, the rows would move.
  if (!known) return waiting
  return (
    <div className={classes.body} {...(isPanel && { 'data-panel': true })}>
      <div className={classes.list}>
        <DataTable<Box, typeof list.state.sort_by>
          {...settings.props}
          {...table}
          label={t('boxes')}
          columns={columns}
          {...(supply.can.pack && pallets.length > 0 && { selection })}
          rows={data?.boxes}
          empty={
            <EmptyState
              title={t('boxesEmptyTitle')}
              text={t(supply.can.pack ? 'boxesEmptyText' : 'boxesEmptyClosed')}
              actions={
                <>
                  {plan}
                  {add}
                </>
              }
            />
          }
          onOpen={({ id }) => open(id)}
          rowClassName={({ id }) => (id === opened && isPanel ? classes.openRow : undefined)}
          card={(box) => <BoxCard box={box} onOpen={() => open(box.id)} />}
          toolbar={<FilterBar search={listSearch(list, texts)} filters={filters} />}
          tools={supply.boxes_count > 0 && add}
        />
      </div>
      {isPanel && (
        <aside className={classes.panel} aria-label={t('box')}>
          <BoxPanel key={opened} supply={supply} boxId={opened} onClose={() => open(null)} />
        </aside>
      )}
      {isNarrow && <BoxDrawer supply={supply} boxId={opened} onClose={() => open(null)} />}
    </div>
  )
}

const boxTexts = {
  loadFailed: 'boxesFailed',
  search: 'boxSearch',
  searchPlaceholder: 'boxSearchPlaceholder',
} as const

type BoxDrawerProps = { supply: Supply; boxId: number | null; onClose: () => void }

function BoxDrawer({ supply, boxId, onClose }: BoxDrawerProps) {
  const t = useTranslations('supplies')
  const shown = useLastShown(boxId)
  const close = () => isOnlyDialog() && onClose()
  return (
    <Drawer.Root opened={boxId !== null} onClose={close} position="right" size={420}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('box')}>
        <Drawer.Body>
          {shown !== null && <BoxPanel key={shown} supply={supply} boxId={shown} onClose={close} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function AddBoxes({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { add } = useBoxDialogs(supply)
  return (
    <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} />} onClick={add}>
      {t('addBoxes')}
    </Button>
  )
}

function PlanBoxes({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { plan } = useBoxDialogs(supply)
  return (
    <Button
      variant="default"
      leftSection={<IconLayoutGridAdd size={16} stroke={1.8} />}
      onClick={() => plan(supply)}
    >
      {t('planBoxes')}
    </Button>
  )
}

type BoxFilters = ListState<'supplies.boxes'>['filters']

function useBoxFilters(
  filters: BoxFilters,
  pallets: readonly Pallet[],
  onChange: (filters: BoxFilters) => void,
): Filter[] {
  const t = useTranslations('supplies')
  const ofPallets = usePalletFilter(pallets, filters.pallet_id, (chosen) =>
    onChange({ ...filters, pallet_id: chosen.length > 0 ? chosen : undefined }),
  )
  const { is_sealed, is_empty } = filters
  const choice = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? null : value ? yes : no
  return [
    {
      key: 'is_sealed',
      kind: 'one',
      name: t('state'),
      options: (['open', 'sealed'] as const).map((value) => ({ value, label: t(`state_${value}`) })),
      value: choice(is_sealed, 'sealed', 'open'),
      onChange: (chosen) =>
        onChange({ ...filters, is_sealed: chosen === null ? undefined : chosen === 'sealed' }),
    },
    {
      key: 'is_empty',
      kind: 'one',
      name: t('content'),
      options: (['empty', 'filled'] as const).map((value) => ({ value, label: t(`content_${value}`) })),
      value: choice(is_empty, 'empty', 'filled'),
      onChange: (chosen) =>
        onChange({ ...filters, is_empty: chosen === null ? undefined : chosen === 'empty' }),
    },
    ...ofPallets,
  ]
}
