import { ActionIcon, Checkbox, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem } from '@mantine/core'
import { IconColumns3, IconDownload, IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './data-table.module.css'
import type { DataColumn, DataTableProps, Density } from './data-table-types.ts'
import { Popup } from './popup.tsx'
import { PopupMenu } from './popup-menu.tsx'

export { ColumnEdge } from './column-edge.tsx'

const icon = { size: 18, stroke: 1.6 } as const

type ColumnsMenuProps = {
  columns: readonly Pick<DataColumn<never, never>, 'key' | 'title' | 'hidable'>[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const t = useTranslations('ui')
  const [isOpen, setIsOpen] = useState(false)
  const toggle = (key: string, isShown: boolean) =>
    onChange(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])
  return (
    <Popup
      target={
        <ActionIcon size="lg" aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 {...icon} />
        </ActionIcon>
      }
      label={t('columns')}
      position="bottom-end"
      className={classes.columnsMenu}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      {columns
        .filter((column) => column.hidable !== false)
        .map((column) => (
          <Checkbox
            key={column.key}
            label={column.title}
            checked={!hidden.includes(column.key)}
            onChange={(event) => toggle(column.key, event.currentTarget.checked)}
          />
        ))}
    </Popup>
  )
}

/** «Скачать»: downloads the list as it is filtered and sorted. */
export function DownloadMenu({
  isBusy,
  start,
}: NonNullable<DataTableProps<{ id: number }, string>['download']>) {
  const t = useTranslations('ui')
  const label = t(isBusy ? 'downloading' : 'download')
  return (
    <PopupMenu
      position="bottom-end"
      withinPortal={false}
      target={
        <ActionIcon size="lg" aria-label={label} title={label} loading={isBusy}>
          <IconDownload {...icon} />
        </ActionIcon>
      }
    >
      <MenuLabel>{t('downloadHint')}</MenuLabel>
      <MenuItem onClick={() => start('xlsx')}>{t('downloadXlsx')}</MenuItem>
      <MenuItem onClick={() => start('csv')}>{t('downloadCsv')}</MenuItem>
    </PopupMenu>
  )
}

const densities = [
  { value: 'compact', text: 'densityCompact' },
  { value: 'default', text: 'densityDefault' },
  { value: 'roomy', text: 'densityRoomy' },
] as const

type DensityMenuProps = { density: Density; onChange: (density: Density) => void }

export function DensityMenu({ density, onChange }: DensityMenuProps) {
  const t = useTranslations('ui')
  return (
    <PopupMenu
      position="bottom-end"
      target={
        <ActionIcon size="lg" aria-label={t('density')} title={t('density')}>
          <IconMenu2 {...icon} />
        </ActionIcon>
      }
    >
      <MenuRadioGroup value={density}>
        {densities.map(({ value, text }) => (
          <MenuRadioItem key={value} value={value} closeMenuOnClick onChange={() => onChange(value)}>
            {t(text)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </PopupMenu>
  )
}
