import type { Supply } from '@artel/contract/supplies/supplies'
import { FileButton, MenuItem } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconChecklist,
  IconDownload,
  IconFileSpreadsheet,
  IconLayoutGridAdd,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFileCall, useListFile } from '../../../api/list/list-file.ts'
import { inPageHeader, MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { LabelItems } from '../boxes/label-items.tsx'
import { mayPlanBoxes, useBoxDialogs } from '../boxes/use-box-dialogs.tsx'
import { useSupplySteps, waysOf } from '../use-supply-steps.ts'

const icon = { size: 16, stroke: 1.8 } as const

type SupplyMenuProps = { supply: Supply }

/** The less likely actions of a supply. */
export function SupplyMenu({ supply }: SupplyMenuProps) {
  const fill = useFileCall('supplies.fill')
  const take = (file: File | null) =>
    file && fill.start({ input: { params: { id: supply.id }, body: { file } }, format: 'xlsx' })
  return (
    // Outside the menu, because the file input must stay mounted after the menu closes.
    <FileButton onChange={take} accept=".xlsx">
      {({ onClick }) => <Items supply={supply} onFile={onClick} />}
    </FileButton>
  )
}

function Items({ supply, onFile }: SupplyMenuProps & { onFile: () => void }) {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const { move, remove } = useSupplySteps()
  const { plan } = useBoxDialogs(supply)
  const file = useListFile('supplies.export', { body: { ids: [supply.id] } })
  const { back, mayCancel } = waysOf(supply)
  const { id, can } = supply
  const goToTasks = () =>
    // Lists parse their own address.
    void navigate({ to: '/tasks', search: { supply_id: [id], status: [] } })
  return (
    <MoreMenu look={inPageHeader}>
      <MenuItem leftSection={<IconChecklist {...icon} />} onClick={goToTasks}>
        {t('tasks')}
      </MenuItem>
      {can.edit && (
        <MenuItem
          leftSection={<IconPencil {...icon} />}
          onClick={() => void navigate({ to: '/supply/edit/$id', params: { id: String(id) } })}
        >
          {t('edit')}
        </MenuItem>
      )}
      {mayPlanBoxes(supply) && (
        <MenuItem leftSection={<IconLayoutGridAdd {...icon} />} onClick={() => plan(supply)}>
          {t('planBoxes')}
        </MenuItem>
      )}
      <LabelItems supplyId={id} count={supply.boxes_count} disabled={supply.boxes_count === 0} />
      {(['xlsx', 'csv'] as const).map((format) => (
        <MenuItem
          key={format}
          leftSection={<IconDownload {...icon} />}
          onClick={() => file.start(format)}
          disabled={file.isBusy}
        >
          {`${t('export')}, ${format}`}
        </MenuItem>
      ))}
      {supply.marketplace === 'wildberries' && (
        <MenuItem leftSection={<IconFileSpreadsheet {...icon} />} onClick={onFile}>
          {t('fill')}
        </MenuItem>
      )}
      {back && (
        <MenuItem leftSection={<IconArrowBackUp {...icon} />} onClick={() => void move(supply, back)}>
          {t(`back_${back as 'draft' | 'packing'}`) /* the status to which a step back leads */}
        </MenuItem>
      )}
      {mayCancel && (
        <MenuItem leftSection={<IconBan {...icon} />} onClick={() => void move(supply, 'cancelled')}>
          {t('next_cancelled')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => remove(supply)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
