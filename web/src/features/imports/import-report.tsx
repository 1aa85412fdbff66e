import type { ImportDetail } from '@artel/contract/imports/imports'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportStrip, RemovedLines } from './import-strip.tsx'
import type { ImportSubject } from './import-subject.ts'
import classes from './imports.module.css'
import { isUnderWay } from './steps/use-import-flow.ts'
import { useUndoImport } from './use-undo-import.ts'

type ImportReportProps = { subject: ImportSubject; found: ImportDetail; onAgain: () => void }

/** The progress of an import, and its result. */
export function ImportReport({ subject, found, onAgain }: ImportReportProps) {
  const t = useTranslations('imports')
  const undo = useUndoImport()
  if (isUnderWay(found)) return <UnderWay found={found} />
  const hasRows = found.report !== null && found.rows_deleted_at === null
  return (
    <>
      {found.report && <ImportStrip subject={subject} found={found} />}
      <RemovedLines found={found} />
      {found.state === 'undone' && <UndoOutcome found={found} />}
      {found.failure !== null && <p className={classes.problemLine}>{found.failure}</p>}
      {found.rows_deleted_at !== null && <p className={classes.outcome}>{t('rowsDeleted')}</p>}
      {hasRows ? <ImportRows subject={subject} found={found} /> : <span className={classes.filler} />}
      <footer className={classes.footer}>
        <span className={classes.said} />
        {found.can.undo && (
          <Button variant="subtle" color="red" loading={undo.isPending} onClick={() => void undo.ask(found)}>
            {t('undo')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
        {subject.toList}
      </footer>
    </>
  )
}

/** What an undo has not restored. */
function UndoOutcome({ found: { kept, kept_boxes } }: { found: ImportDetail }) {
  const t = useTranslations('imports')
  return (
    <>
      {(kept > 0 || kept_boxes === 0) && <p className={classes.outcome}>{t('undoneText', { kept })}</p>}
      {kept_boxes > 0 && <p className={classes.outcome}>{t('keptBoxes', { count: kept_boxes })}</p>}
    </>
  )
}

function UnderWay({ found }: { found: ImportDetail }) {
  const t = useTranslations('imports')
  const percent = found.progress
  return (
    <div className={classes.middle} aria-live="polite">
      <p className={classes.dropTitle}>
        {found.state === 'undoing' ? t('undoing', { file: found.file_name }) : t('writing')}
      </p>
      <div className={classes.progress}>
        <Ruler value={percent / 100} height={12} label={t('progress', { percent })} />
      </div>
      <p>{t('progress', { percent })}</p>
      <p className={classes.dropText}>{t('writingText')}</p>
    </div>
  )
}
