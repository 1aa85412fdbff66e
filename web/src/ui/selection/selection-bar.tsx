import { ActionIcon, Button, MenuItem } from '@mantine/core'
import { IconDots, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import { PopupMenu } from '../popup/popup-menu.tsx'
import type { BulkAction } from '../table/data-table-types.ts'
import classes from './selection-bar.module.css'

type SelectionBarProps = {
  count: number
  actions: readonly BulkAction[]
  /** Number of actions shown as buttons; the others are in a menu. */
  shown: number
  /** A button that selects everything the filter finds, or the reason why there is none. */
  whole: ReactNode
  onClear: () => void
}

/** Actions on the selected rows. The bar floats above the list and never moves it. */
export function SelectionBar({ count, actions, shown, whole, onClear }: SelectionBarProps) {
  const t = useTranslations('ui')
  return (
    <section className={classes.bar} aria-label={t('selection')}>
      <b className={classes.count} aria-live="polite">
        {t('selected', { count })}
      </b>
      <span className={classes.actions}>
        {actions.slice(0, shown).map(({ key, label, icon, run }) => (
          <Button
            key={key}
            className={classes.action ?? ''}
            variant="subtle"
            size="xs"
            leftSection={icon}
            onClick={run}
            disabled={count === 0}
          >
            {label}
          </Button>
        ))}
        {actions.length > shown && <MoreActions actions={actions.slice(shown)} isOff={count === 0} />}
      </span>
      <span className={classes.whole}>{whole}</span>
      <ActionIcon
        className={classes.clear ?? ''}
        variant="subtle"
        aria-label={t('selectionClear')}
        title={t('selectionClear')}
        onClick={onClear}
      >
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
    </section>
  )
}

function MoreActions({ actions, isOff }: { actions: readonly BulkAction[]; isOff: boolean }) {
  const t = useTranslations('ui')
  return (
    <PopupMenu
      position="top"
      target={
        <ActionIcon
          className={classes.action ?? ''}
          variant="subtle"
          disabled={isOff}
          aria-label={t('selectionMore')}
          title={t('selectionMore')}
        >
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      }
    >
      {actions.map(({ key, label, icon, run }) => (
        <MenuItem key={key} leftSection={icon} onClick={run}>
          {label}
        </MenuItem>
      ))}
    </PopupMenu>
  )
}

type WholeProps = {
  total: number
  /** Maximum number of rows that can be changed at once. */
  most: number
  isChosen: boolean
  onChoose: () => void
}

/** «Выбрать все 38» */
export function WholeSelection({ total, most, isChosen, onChoose }: WholeProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  if (isChosen) return <span className={classes.hint}>{t('selectionWhole')}</span>
  if (total > most)
    return <span className={classes.hint}>{t('selectionMost', { most: format.number(most) })}</span>
  return (
    <Button className={classes.quiet ?? ''} variant="subtle" size="xs" onClick={onChoose}>
      {t('selectAll', { total: format.number(total) })}
    </Button>
  )
}
