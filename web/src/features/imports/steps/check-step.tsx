import type { ImportDetail } from '@artel/contract/imports/imports'
import { Button, Checkbox, FileButton, Loader } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { ImportRows } from '../import-rows.tsx'
import { ImportStrip, RemovedLines } from '../import-strip.tsx'
import type { ImportSubject } from '../import-subject.ts'
import classes from '../imports.module.css'
import type { Draft, ImportFlow } from './use-import-flow.ts'

/** The result of a dry run: each row, its errors, and cells that can be corrected at once. */
export function CheckStep({
  subject,
  flow,
  draft,
}: {
  subject: ImportSubject
  flow: ImportFlow
  draft: Draft
}) {
  const { tried, isChecking } = flow
  const fix = (row: number, field: string, text: string) =>
    flow.tryOut({ ...draft, fixes: { ...draft.fixes, [row]: { ...draft.fixes[row], [field]: text } } })
  const choices = subject.choices.map(({ name, label }) => (
    <Checkbox
      key={name}
      label={label}
      checked={draft.choices[name] ?? false}
      onChange={(event) =>
        flow.tryOut({ ...draft, choices: { ...draft.choices, [name]: event.currentTarget.checked } })
      }
    />
  ))
  if (tried?.report === null || tried === null) return <Waiting flow={flow} />
  return (
    <>
      <ImportStrip subject={subject} found={tried} />
      <RemovedLines found={tried} />
      <ImportRows
        // A new dry run has other rows, so the list restarts at its first page.
        key={tried.id}
        subject={subject}
        found={tried}
        tools={choices}
        isChecking={isChecking}
        onFix={fix}
      />
      <Footer flow={flow} found={tried} />
    </>
  )
}

function Waiting({ flow }: { flow: ImportFlow }) {
  const t = useTranslations('imports')
  const { tried, problem } = flow
  if (problem !== null) {
    return (
      <div className={classes.middle}>
        <p className={classes.problem}>{problem}</p>
        <div className={classes.ways}>
          <Button onClick={flow.reset}>{t('choose')}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={classes.middle} aria-live="polite">
      <p>{t('checking')}</p>
      {tried ? (
        <Ruler value={tried.progress / 100} height={12} label={t('checking')} />
      ) : (
        <Loader size="sm" />
      )}
    </div>
  )
}

function Footer({ flow, found }: { flow: ImportFlow; found: ImportDetail }) {
  const t = useTranslations('imports')
  const { refused = 0, created = 0, updated = 0 } = found.report ?? {}
  const count = created + updated
  const hasChanges = count + found.removed + found.removed_lines > 0
  const said = refused > 0 ? t('willFail', { count: refused }) : hasChanges ? t('allGood') : t('nothing')
  // A file that names only a part of the boxes may change nothing else.
  const label = count === 0 && hasChanges ? 'writeRemovals' : refused > 0 ? 'writeWithout' : 'write'
  return (
    <footer className={classes.footer}>
      <p
        className={classes.said}
        aria-live="polite"
        data-bad={refused > 0 || flow.problem !== null || undefined}
      >
        {flow.problem ?? said}
      </p>
      <Button variant="subtle" color="gray" onClick={flow.reset}>
        {t('cancel')}
      </Button>
      <FileButton onChange={(file) => file && flow.open(file)}>
        {(props) => (
          <Button
            {...props}
            className={classes.another ?? ''}
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.8} />}
          >
            {t('another')}
          </Button>
        )}
      </FileButton>
      <Button disabled={!hasChanges || flow.isChecking} loading={flow.isWriting} onClick={flow.write}>
        {t(label, { count })}
      </Button>
    </footer>
  )
}
