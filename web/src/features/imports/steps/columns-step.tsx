import { isolated } from '@artel/contract/shapes/isolate'
import { Button, NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ImportSubject } from '../import-subject.ts'
import classes from '../imports.module.css'
import { columnLetter } from './column-name.ts'
import { type Draft, type ImportFlow, isKnown, unclaimedOf } from './use-import-flow.ts'

/** Maps the columns of the file to fields. Each field has at most one column. */
export function ColumnsStep({
  subject,
  flow,
  draft,
}: {
  subject: ImportSubject
  flow: ImportFlow
  draft: Draft
}) {
  const t = useTranslations('imports')
  const { layout, sample, fields } = draft
  const choose = (index: number, name: string) => {
    const chosen = name === '' ? null : name
    // A field that moves to this column is taken from the other one.
    const next = fields.map((field, place) => (place === index ? chosen : field === chosen ? null : field))
    flow.change({ fields: next })
  }
  const isReady = isKnown(subject, fields)
  const unclaimed = unclaimedOf(subject, draft)
  const options = [
    { value: '', label: t('fieldNone') },
    ...subject.fields.map(({ name, title }) => ({ value: name, label: title })),
  ]
  return (
    <>
      <div className={classes.columnsIntro}>
        <p>{t('columnsText')}</p>
        {layout.sheets.length > 1 && (
          <NativeSelect
            label={t('sheet')}
            data={layout.sheets.map((label, index) => ({ value: String(index), label }))}
            value={String(layout.sheet)}
            onChange={(event) => flow.open(draft.file, Number(event.currentTarget.value))}
          />
        )}
      </div>
      <div className={classes.columnsBox}>
        <table className={classes.columnsTable}>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col" className={classes.sample}>
                {t('sample')}
              </th>
              <th scope="col">{t('field')}</th>
            </tr>
          </thead>
          <tbody>
            {layout.columns.map(({ title }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their places alone
              <tr key={index}>
                <th scope="row">{title === '' ? columnLetter(index) : title}</th>
                <td className={classes.sample}>{sampleOf(sample, index)}</td>
                <td>
                  <NativeSelect
                    aria-label={`${t('field')}: ${title === '' ? columnLetter(index) : isolated(title)}`}
                    data={options}
                    value={fields[index] ?? ''}
                    data-none={fields[index] === null || undefined}
                    onChange={(event) => choose(index, event.currentTarget.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={classes.footer}>
        <p
          className={classes.said}
          aria-live="polite"
          data-bad={!isReady || flow.problem !== null || undefined}
        >
          {flow.problem ??
            (isReady
              ? unclaimed.length > 0 && t('unclaimed', { count: unclaimed.length })
              : t('missing', { field: subject.fields[0]?.title ?? '' }))}
        </p>
        <Button variant="subtle" color="gray" onClick={flow.reset}>
          {t('cancel')}
        </Button>
        <Button disabled={!isReady} loading={flow.isChecking} onClick={() => flow.tryOut(draft)}>
          {t('toCheck')}
        </Button>
      </footer>
    </>
  )
}

const shownSamples = 3

const sampleOf = (rows: Draft['sample'], index: number): string =>
  rows
    .map((cells) => cells[index])
    .filter((text) => text !== null && text !== undefined)
    .slice(0, shownSamples)
    .join(' · ')
