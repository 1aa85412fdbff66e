import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { IconArrowBackUp, IconCircleDashed, IconCirclePlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { callApi } from '../../../api/send/client.ts'
import { notify } from '../../../ui/notices/notify.ts'
import type { Selected } from '../../../ui/selection/row-selection.ts'
import { noneSelected } from '../../../ui/selection/row-selection.ts'
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts'
import type { TableSelection } from '../../../ui/table/data-table-types.ts'
import { useStepFailure } from '../connect/use-connection-steps.tsx'

type Filters = NonNullable<InputOf<'moySkladItems.list'>['body']>
type Decision = InputOf<'moySkladItems.decideMany'>['body']['decision']

/** The call accepts at most this many ids. */
const most = 1000
const longestPage = 200

/** The selection of the row list. All selected rows get the same decision. */
export function useItemBulk(filters: Filters, total: number): TableSelection<MoySkladItem> {
  const t = useTranslations('moySkladItems')
  const { selected, onChange } = useRowSelection(JSON.stringify(filters))
  const onFailure = useStepFailure()
  const decide = useAction('moySkladItems.decideMany', {
    onFailure,
    onSuccess: ({ decided }) => {
      onChange(noneSelected)
      notify({ text: t('decidedMany', { count: decided }), tone: 'ok' })
    },
  })
  const run = async (decision: Decision) => {
    const ids = await idsOf(selected, filters).catch(() => null)
    if (ids === null) return notify({ text: t('stepFailed'), tone: 'bad' })
    if (ids.length > 0) decide.mutate({ body: { ids, decision } })
  }
  const icon = { size: 16, stroke: 1.8 } as const
  return {
    selected,
    onChange,
    most: Math.min(most, Math.max(total, 1)),
    nameOf: ({ title }) => t('selectOne', { title }),
    actions: [
      {
        key: 'create',
        label: t('bulkCreate'),
        icon: <IconCirclePlus {...icon} />,
        run: () => void run('create'),
      },
      {
        key: 'ignore',
        label: t('bulkIgnore'),
        icon: <IconCircleDashed {...icon} />,
        run: () => void run('ignore'),
      },
      { key: 'auto', label: t('bulkAuto'), icon: <IconArrowBackUp {...icon} />, run: () => void run(null) },
    ],
  }
}

/** The ids of the selection. For a selected filter they are read page by page. */
async function idsOf(selected: Selected, body: Filters): Promise<number[]> {
  if (selected.kind === 'rows') return [...selected.ids]
  const ids: number[] = []
  for (let page = 1; ids.length < most; page += 1) {
    const { items, pagination } = await callApi('moySkladItems.list', {
      query: { page, limit: longestPage, sort_by: 'title', direction: 'asc' },
      body,
    })
    ids.push(...items.map(({ id }) => id))
    if (page >= pagination.pages) break
  }
  return ids.slice(0, most)
}
