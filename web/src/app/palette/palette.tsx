import { CloseButton, Modal, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './palette.module.css'
import type { PaletteItem } from './palette-item.ts'
import { PaletteList } from './palette-list.tsx'
import { useGroups } from './use-groups.tsx'
import { useListbox } from './use-listbox.ts'

type PaletteProps = { isOpen: boolean; onClose: () => void }

/** Searches everything and runs commands. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const t = useTranslations('palette')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  // If the palette is opened again while it fades out, its content is still mounted. The key resets it.
  const openings = useOpenings(isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isPhone}
      centered={false}
      yOffset={72}
      size={600}
      // Set inline, because the padding of all dialogs overrides the property.
      styles={{ body: { padding: 0 } }}
      attributes={{ content: { 'aria-label': t('open') } }}
    >
      <PaletteContent key={openings} onClose={onClose} />
    </Modal>
  )
}

/** How often something was opened. */
function useOpenings(isOpen: boolean): number {
  const [last, setLast] = useState({ isOpen, count: 1 })
  if (last.isOpen !== isOpen) setLast({ isOpen, count: last.count + (isOpen ? 1 : 0) })
  return last.count
}

/** Maximum length of a query that the server accepts. */
const longestQuery = 200

function PaletteContent({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The dialog focuses its field only when the dialog is mounted.
  useEffect(() => field.current?.focus(), [])
  const query = text.trim()
  const { groups, isSettled, hasFailed } = useGroups(query)
  const items = groups.flatMap((group) => group.items)
  const choose = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  const listbox = useListbox({ items, query, isSettled, onChoose: choose })
  return (
    <div className={classes.palette}>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" className={classes.glyph} />
        <input
          {...listbox.field}
          ref={field}
          className={classes.input}
          data-autofocus
          type="text"
          aria-label={t('open')}
          placeholder={t('placeholder')}
          maxLength={longestQuery}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <CloseButton size="lg" aria-label={t('close')} onClick={onClose} />
      </div>
      {items.length > 0 && <PaletteList groups={groups} query={query} listbox={listbox} onChoose={choose} />}
      {isSettled && !hasFailed && items.length === 0 && <Nothing query={query} />}
      {hasFailed && <p className={classes.note}>{t('failed')}</p>}
      <VisuallyHidden role="status">
        {isSettled && query !== '' && t('found', { count: items.length })}
      </VisuallyHidden>
    </div>
  )
}

function Nothing({ query }: { query: string }) {
  const t = useTranslations('palette')
  return (
    <p className={classes.note}>
      <b>{t('nothing', { query })}</b>
      {t('nothingHint')}
    </p>
  )
}
