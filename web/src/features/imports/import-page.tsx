import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../api/list/address-number.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportReport } from './import-report.tsx'
import type { ImportSubject } from './import-subject.ts'
import { CheckStep } from './steps/check-step.tsx'
import { ColumnsStep } from './steps/columns-step.tsx'
import { FileStep } from './steps/file-step.tsx'
import { ImportSteps } from './steps/import-steps.tsx'
import { useImport, useImportFlow } from './steps/use-import-flow.ts'

/**
 * The import in four steps: file, columns, check, write.
 * An import that was started has its own address, so the page can be left.
 */
export function ImportPage({ subject }: { subject: ImportSubject }) {
  const t = useTranslations('imports')
  usePageTitle(t('title'))
  const [opened, open] = useAddressNumber('import')
  const flow = useImportFlow(subject, open)
  const here = { key: 'import', link: <span aria-current="page">{t('title')}</span> }
  const again = () => {
    flow.reset()
    open(null)
  }
  if (opened !== null) return <OpenedImport subject={subject} id={opened} here={here} onAgain={again} />
  const { step, draft } = flow
  const title = { file: t('title'), columns: t('columnsTitle'), check: t('checkTitle') }[step]
  return (
    <Sheet fill>
      <PageHeader
        title={title}
        breadcrumbs={[subject.breadcrumb, here]}
        actions={<ImportSteps step={step} onOpen={{ file: flow.reset, columns: flow.toColumns }} />}
      />
      {step === 'file' && (
        <>
          <FileStep subject={subject} flow={flow} />
          <ImportHistory subject={subject} onOpen={open} />
        </>
      )}
      {step === 'columns' && draft && <ColumnsStep subject={subject} flow={flow} draft={draft} />}
      {step === 'check' && draft && <CheckStep subject={subject} flow={flow} draft={draft} />}
    </Sheet>
  )
}

type OpenedImportProps = {
  subject: ImportSubject
  id: number
  here: { key: string; link: ReactNode }
  onAgain: () => void
}

const titles = {
  waiting: 'writing',
  running: 'writing',
  done: 'done',
  failed: 'failed',
  undoing: 'undoing',
  undone: 'undone',
} as const

function OpenedImport({ subject, id, here, onAgain }: OpenedImportProps) {
  const t = useTranslations('imports')
  const { found, error, refetch } = useImport(id)
  const title = found ? t(titles[found.state], { file: found.file_name }) : t('title')
  return (
    <Sheet fill>
      <PageHeader
        title={title}
        breadcrumbs={[subject.breadcrumb, here]}
        actions={<ImportSteps step="write" onOpen={{ file: onAgain }} />}
      />
      {error && <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />}
      {!error && !found && <SkeletonRows rows={6} height={44} cells={[{ kind: 'thumb' }]} />}
      {found && <ImportReport subject={subject} found={found} onAgain={onAgain} />}
    </Sheet>
  )
}
