import type { Box, Pallet, Supply } from '@artel/contract/supplies/supplies'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutGridAdd, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { waiting } from '../packing/supply-gate.tsx'
import classes from '../page/supply-page.module.css'
import { useBoxBulk, usePallets } from '../pallets/use-box-bulk.tsx'
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
  const filters = useBoxFilters(list, pallets)
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

function useBoxFilters({ state, change }: OpenList<'supplies.boxes'>, pallets: readonly Pallet[]): Filter[] {
  const t = useTranslations('supplies')
  const pallet = useTranslations('pallets')
  const { many, one } = useFilters(state.filters, (filters) => change({ filters }))
  const ofPallets = many('pallet_id', pallet('column'), [
    { value: null, label: pallet('none') },
    ...pallets.map(({ id, number }) => ({ value: id, label: pallet('palletOf', { number }) })),
  ])
  return [
    one('is_sealed', t('state'), [
      { value: false, label: t('state_open') },
      { value: true, label: t('state_sealed') },
    ]),
    one('is_empty', t('content'), [
      { value: true, label: t('content_empty') },
      { value: false, label: t('content_filled') },
    ]),
    ...(pallets.length === 0 && state.filters.pallet_id === undefined ? [] : [ofPallets]),
  ]
}
