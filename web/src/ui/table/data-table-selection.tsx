import { ActionIcon } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { noneSelected, type Selected } from '../selection/row-selection.ts'
import type { TableSelection } from './data-table-types.ts'

export type AnySelection = Pick<TableSelection<never>, 'selected' | 'onChange' | 'most' | 'actions'>

const isEmpty = (selected: Selected) => selected.kind === 'rows' && selected.ids.size === 0

/** Whether rows are being selected: with a mouse after the first row, on a phone after a button. */
export function useSelecting(
  selection: AnySelection | undefined,
  isPhone: boolean,
  table: RefObject<HTMLElement | null>,
) {
  const [isAsked, setIsAsked] = useState(false)
  const isOn = selection !== undefined && (!isEmpty(selection.selected) || (isPhone && isAsked))
  const end = () => {
    setIsAsked(false)
    selection?.onChange(noneSelected)
  }
  useEscape(isOn, table, end)
  return { isOn, end, begin: selection && isPhone && !isOn ? () => setIsAsked(true) : undefined }
}

/** Handles Esc in the list or without focus. In a menu, a dialog or a search with text Esc has other uses. */
function useEscape(isOn: boolean, table: RefObject<HTMLElement | null>, end: () => void) {
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  useEffect(() => {
    if (!isOn) return
    const listen = ({ key, target }: KeyboardEvent) => {
      const isHere = target === document.body || (target instanceof Node && table.current?.contains(target))
      const isTyped = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
      const isOver = document.querySelector('[role="dialog"], [role="menu"]') !== null
      if (key === 'Escape' && isHere && !isTyped && !isOver) latest.current()
    }
    // The capture phase comes first, so a menu over the list is still open when the listener looks for it.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOn, table])
}

export function SelectButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('ui')
  return (
    <ActionIcon size={44} aria-label={t('select')} title={t('select')} onClick={onClick}>
      <IconListCheck size={20} stroke={1.6} />
    </ActionIcon>
  )
}
