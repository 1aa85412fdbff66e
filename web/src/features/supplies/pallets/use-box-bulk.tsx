import type { Box, Pallet, Supply } from '@artel/contract/supplies/supplies'
import { IconMinus, IconStack2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { readCall, useCall } from '../../../api/cache/query.ts'
import { refreshAfter } from '../../../api/cache/refresh.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { callApi } from '../../../api/send/client.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { selectedRows } from '../../../ui/selection/row-selection.ts'
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import type { TableSelection } from '../../../ui/table/data-table-types.ts'

// Lazy, because people look at the boxes first.
const PutForm = lazyPart(async () => (await import('./put-form.tsx')).PutForm)

/** One call moves at most this many boxes. */
const most = 500
/** A page of a list has at most this many rows. */
const pageSize = 200

type BoxFilter = NonNullable<InputOf<'supplies.boxes'>['body']>

/** The pallets of a supply; undefined while they are loading, none if they cannot be read. */
export function usePallets(supplyId: number): readonly Pallet[] | undefined {
  const { data, error } = useCall('supplies.pallets', { params: { supply_id: supplyId } })
  return data?.pallets ?? (error ? [] : undefined)
}

/** The selection of the list of boxes. Its actions put boxes on pallets and take them off. */
export function useBoxBulk(supply: Supply, filter: BoxFilter): TableSelection<Box> {
  const t = useTranslations('pallets')
  const { selected, onChange } = useRowSelection(JSON.stringify(filter))
  const fail = (failure: unknown) =>
    notify({ text: (failure instanceof ApiFailure && failure.message) || t('stepFailed'), tone: 'bad' })
  const chosen = () => listChosen(supply.id, selected.kind === 'all' ? filter : { ids: [...selected.ids] })
  const clear = () => onChange(selectedRows([]))
  const put = async () => {
    const boxIds = (await chosen()).map(({ id }) => id)
    // The form starts with the pallets that it offers.
    await readCall('supplies.pallets', { params: { supply_id: supply.id } })
    openDialog(
      t('putTitle', { count: boxIds.length }),
      (close) => <PutForm supplyId={supply.id} boxIds={boxIds} onPut={clear} close={close} />,
      { isForm: true },
    )
  }
  const takeOff = async () => {
    const boxes = await chosen()
    const from = new Set(boxes.flatMap(({ pallet }) => pallet?.id ?? []))
    if (from.size === 0) return notify({ text: t('nothingOn'), tone: 'warn' })
    for (const id of from) {
      const box_ids = boxes.filter(({ pallet }) => pallet?.id === id).map((box) => box.id)
      await callApi('supplies.takeOffPallet', { params: { supply_id: supply.id, id }, body: { box_ids } })
    }
    clear()
    await refreshAfter('supplies.takeOffPallet')
    notify({ text: t('takenOff', { count: boxes.filter(({ pallet }) => pallet).length }), tone: 'ok' })
  }
  return {
    selected,
    onChange,
    most,
    nameOf: ({ number }) => t('selectBox', { number }),
    actions: [
      {
        key: 'put',
        label: t('putChosen'),
        icon: <IconStack2 size={16} stroke={1.8} />,
        run: () => void put().catch(fail),
      },
      {
        key: 'off',
        label: t('offChosen'),
        icon: <IconMinus size={16} stroke={1.8} />,
        run: () => void takeOff().catch(fail),
      },
    ],
  }
}

/** The boxes that the filter finds, as many as one call moves. */
async function listChosen(supplyId: number, filter: BoxFilter): Promise<Box[]> {
  const found: Box[] = []
  for (let page = 1; found.length < most; page += 1) {
    const { boxes, pagination } = await callApi('supplies.boxes', {
      params: { id: supplyId },
      query: { limit: pageSize, page, sort_by: 'number', direction: 'asc' },
      body: filter,
    })
    found.push(...boxes)
    if (page >= pagination.pages) break
  }
  return found.slice(0, most)
}
