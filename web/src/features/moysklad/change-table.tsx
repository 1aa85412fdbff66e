import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/tag.tsx'
import classes from './items.module.css'
import { useFieldWords } from './use-field-words.ts'

type Change = { field: string; before: unknown; after: unknown; is_conflict?: boolean }

type ChangeTableProps = {
  changes: readonly Change[]
  title: string
  /** It has happened already. */
  isDone?: boolean
}

/** Fields with what stood there and what stands there then. */
export function ChangeTable({ changes, title, isDone = false }: ChangeTableProps) {
  const t = useTranslations('moySkladItems')
  const { nameOf, textOf } = useFieldWords()
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('was')}</th>
            <th scope="col">{t(isDone ? 'became' : 'becomes')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after, is_conflict }) => (
            <tr key={field}>
              <th scope="row">
                {nameOf(field)}
                {is_conflict && (
                  <span className={classes.conflict}>
                    <Tag tone="warn">{t('conflict')}</Tag>
                  </span>
                )}
              </th>
              <td>{textOf(before)}</td>
              <td>{textOf(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
