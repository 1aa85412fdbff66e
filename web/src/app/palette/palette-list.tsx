import '@mantine/core/styles/Mark.css'
import { Highlight, UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import classes from './palette.module.css'
import { type PaletteGroup, type PaletteItem, wordsToMark } from './palette-item.ts'
import type { useListbox } from './use-listbox.ts'

type PaletteListProps = {
  groups: readonly PaletteGroup[]
  query: string
  listbox: ReturnType<typeof useListbox>
  onChoose: (item: PaletteItem) => void
}

/** The lines of the palette, in groups. */
export function PaletteList({ groups, query, listbox, onChoose }: PaletteListProps) {
  const t = useTranslations('palette')
  const all = groups.flatMap(({ items }) => items)
  return (
    <div id={listbox.id} className={classes.list} role="listbox" aria-label={t('results')}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={group.key} role="group" aria-labelledby={`${listbox.id}-${group.key}`}>
          <div id={`${listbox.id}-${group.key}`} className={classes.group}>
            {group.title}
          </div>
          {group.items.map((item) => {
            const index = all.indexOf(item)
            const isSelected = index === listbox.index
            return (
              <UnstyledButton
                key={item.key}
                id={listbox.optionId(index)}
                role="option"
                aria-selected={isSelected}
                tabIndex={-1}
                className={clsx(
                  classes.item,
                  isSelected && classes.selected,
                  item.isAction && classes.action,
                )}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => isSelected || listbox.select(index)}
                onClick={() => onChoose(item)}
              >
                <ItemLine item={item} query={query} />
              </UnstyledButton>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function ItemLine({ item, query }: { item: PaletteItem; query: string }) {
  return (
    <>
      <span className={classes.picture} aria-hidden="true">
        {item.picture}
      </span>
      <Highlight
        component="span"
        unstyled
        className={classes.title}
        title={item.title}
        highlight={wordsToMark(item.title, query)}
      >
        {item.title}
      </Highlight>
      {item.subtitle !== '' && <span className={classes.subtitle}>{item.subtitle}</span>}
    </>
  )
}
