import type { UserBulk } from '@artel/contract/users/personnel'
import type { ManagedUser } from '@artel/contract/users/users'
import { IconArchive, IconArchiveOff, IconBuildingWarehouse } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { Answer, BodyOf } from '../../../api/send/calls.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { countSelected, selectedRows } from '../../../ui/selection/row-selection.ts'
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts'
import type { TableSelection } from '../../../ui/table/data-table-types.ts'
import { askArchiveMany } from '../form/archive-dialog.tsx'
import { useUserFailure } from '../form/use-user-failure.ts'
import { WarehouseForm } from '../form/warehouse-form.tsx'
import { RefusedUsers } from './refused-users.tsx'

type Verb = UserBulk['action']

/** The server accepts at most this many people in one transaction. */
const most = 1000

const icon = { size: 16, stroke: 1.8 } as const

/** The selection of the people list and the bulk actions of an admin. `filter`: the filter of the list. */
export function useUserBulk(filter: BodyOf<'users.list'>, total: number): TableSelection<ManagedUser> {
  const t = useTranslations('users')
  const { selected, onChange } = useRowSelection(JSON.stringify(filter))
  const count = countSelected(selected, total)
  const target = selected.kind === 'all' ? { filter } : { ids: [...selected.ids] }
  const bulk = useAction('personnel.bulk')
  const onFailure = useUserFailure()
  const tell = (verb: Verb, { changed, refused }: Answer<'personnel.bulk'>) => {
    onChange(selectedRows(refused.map(({ id }) => id)))
    if (refused.length === 0) return notify({ text: t(`${verb}Done`, { count: changed }), tone: 'ok' })
    const title = t('refusedTitle', { changed, refused: refused.length })
    openDialog(title, (close) => <RefusedUsers refused={refused} close={close} />, { size: 'md' })
  }
  const send = (change: { action: 'archive'; release_tasks: boolean } | { action: 'restore' }) =>
    bulk
      .mutateAsync({ body: { ...target, ...change } })
      .then((outcome) => tell(change.action, outcome), onFailure)
  const archive = () =>
    askArchiveMany(
      {
        title: t('archiveMany', { count }),
        submit: t('archive'),
        archive: (release_tasks) => void send({ action: 'archive', release_tasks }),
      },
      selected.kind === 'all' ? filter : { ids: [...selected.ids] },
    )
  const restore = async () => {
    const isSure = await confirm({
      title: t('restoreMany', { count }),
      text: t('restoreText'),
      confirmLabel: t('restore'),
      cancelLabel: t('keep'),
    })
    if (isSure) await send({ action: 'restore' })
  }
  const move = () => {
    const send = async (value: number | null) =>
      tell('warehouse', await bulk.mutateAsync({ body: { ...target, action: 'warehouse', value } }))
    const form = (close: () => void) => <WarehouseForm send={send} close={close} />
    openDialog(t('warehouseMany', { count }), form, { isForm: true })
  }
  return {
    selected,
    onChange,
    most,
    nameOf: ({ full_name }) => t('selectUser', { name: full_name }),
    actions: [
      { key: 'warehouse', label: t('warehouseSet'), icon: <IconBuildingWarehouse {...icon} />, run: move },
      { key: 'archive', label: t('archive'), icon: <IconArchive {...icon} />, run: archive },
      { key: 'restore', label: t('restore'), icon: <IconArchiveOff {...icon} />, run: () => void restore() },
    ],
  }
}
