import { useTranslations } from 'use-intl'
import { ChangeTable } from '../../../ui/dialog/change-table.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import classes from './items.module.css'
import { useFieldWords } from './use-field-words.ts'

type Change = { field: string; before: unknown; after: unknown; is_conflict?: boolean }

type ItemChangesProps = {
  changes: readonly Change[]
  title: string
  /** The changes are already written. */
  isDone?: boolean
}

/** The changed fields, each with its value before and after. */
export function ItemChanges({ changes, title, isDone = false }: ItemChangesProps) {
  const t = useTranslations('moySkladItems')
  const { nameOf, textOf } = useFieldWords()
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <ChangeTable
        heads={[t('field'), t('was'), t(isDone ? 'became' : 'becomes')]}
        changes={changes.map(({ field, before, after, is_conflict }) => ({
          key: field,
          field: (
            <>
              {nameOf(field)}
              {is_conflict && (
                <span className={classes.conflict}>
                  <Tag tone="warn">{t('conflict')}</Tag>
                </span>
              )}
            </>
          ),
          before: textOf(before),
          after: textOf(after),
        }))}
      />
    </section>
  )
}
