import { ActionIcon, Checkbox, Menu, Popover } from '@mantine/core'
import { IconColumns3, IconDownload, IconMenu2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './data-table.module.css'
import type { DataColumn, DataTableProps, Density } from './data-table-types.ts'

const icon = { size: 18, stroke: 1.6 } as const

type ColumnsMenuProps = {
  columns: readonly Pick<DataColumn<never, never>, 'key' | 'title' | 'hidable'>[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const t = useTranslations('ui')
  const toggle = (key: string, isShown: boolean) =>
    onChange(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon size="lg" aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 {...icon} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.columnsMenu ?? ''} aria-label={t('columns')}>
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
      </Popover.Dropdown>
    </Popover>
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
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={label} title={label} loading={isBusy}>
          <IconDownload {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('downloadHint')}</Menu.Label>
        <Menu.Item onClick={() => start('xlsx')}>{t('downloadXlsx')}</Menu.Item>
        <Menu.Item onClick={() => start('csv')}>{t('downloadCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('density')} title={t('density')}>
          <IconMenu2 {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={density}>
          {densities.map(({ value, text }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick onChange={() => onChange(value)}>
              {t(text)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
