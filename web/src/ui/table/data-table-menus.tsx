import {
  ActionIcon,
  Button,
  Checkbox,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
} from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3, IconDownload, IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Popup } from '../popup/popup.tsx'
import { PopupMenu } from '../popup/popup-menu.tsx'
import { movedTo } from './column-order.ts'
import classes from './data-table.module.css'
import type { DataColumn, DataTableProps, Density } from './data-table-types.ts'

export { ColumnEdge } from './column-edge.tsx'

const icon = { size: 18, stroke: 1.6 } as const

type ColumnsMenuProps = {
  /** In the order in which they stand. */
  columns: readonly Pick<DataColumn<never, never>, 'key' | 'title' | 'hidable'>[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
  onOrderChange: ((order: string[]) => void) | undefined
  save: DataTableProps<never, never>['saveColumns']
}

export function ColumnsMenu({ columns, hidden, onChange, onOrderChange, save }: ColumnsMenuProps) {
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
      {columns.map((column, index) => (
        <div key={column.key} className={classes.columnLine}>
          <Checkbox
            label={column.title}
            disabled={column.hidable === false}
            checked={column.hidable === false || !hidden.includes(column.key)}
            onChange={(event) => toggle(column.key, event.currentTarget.checked)}
          />
          {onOrderChange && (
            <MoveButtons
              title={column.title}
              before={columns[index - 1]?.key}
              after={columns[index + 1]?.key}
              onMove={(target) =>
                onOrderChange(
                  movedTo(
                    columns.map(({ key }) => key),
                    column.key,
                    target,
                  ),
                )
              }
            />
          )}
        </div>
      ))}
      {save && (
        <Button
          className={classes.saveColumns}
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            setIsOpen(false)
            save.onClick()
          }}
        >
          {save.label}
        </Button>
      )}
    </Popup>
  )
}

type MoveButtonsProps = {
  title: string
  /** Keys of the neighbours; undefined at an end. */
  before: string | undefined
  after: string | undefined
  onMove: (target: string) => void
}

/** Moves a column without dragging, which neither keys nor a screen reader can do. */
function MoveButtons({ title, before, after, onMove }: MoveButtonsProps) {
  const t = useTranslations('ui')
  const button = (target: string | undefined, label: string, icon: ReactNode) => (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      // Stays focusable at the end of the list, so that the focus is not lost by the last press.
      {...(target === undefined && { 'data-disabled': true })}
      aria-disabled={target === undefined}
      aria-label={label}
      title={label}
      onClick={() => target !== undefined && onMove(target)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <span className={classes.moveButtons}>
      {button(before, t('columnEarlier', { name: title }), <IconChevronUp size={14} stroke={1.8} />)}
      {button(after, t('columnLater', { name: title }), <IconChevronDown size={14} stroke={1.8} />)}
    </span>
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
