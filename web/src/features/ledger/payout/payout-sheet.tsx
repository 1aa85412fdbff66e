import type { Entry } from '@artel/contract/ledger/ledger'
import { Button, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useWholeList } from '../../../api/cache/query.ts'
import { useListFile } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState, NotFoundState } from '../../../ui/states/states.tsx'
import { DownloadMenu } from '../../../ui/table/data-table-menus.tsx'
import { PayoutPaper } from './payout-paper.tsx'
import classes from './payout-sheet.module.css'

type PayoutSheetProps = { posting: number | null; onClose: () => void }

/** The payouts of a run on paper: who got how much, with space for signatures. */
export function PayoutSheet({ posting, onClose }: PayoutSheetProps) {
  const t = useTranslations('ledger')
  const shown = useLastShown(posting)
  return (
    <Modal
      opened={posting !== null}
      onClose={() => isOnlyDialog() && onClose()}
      title={t('sheetTitle', { id: String(shown) })}
      size={820}
      closeButtonProps={{ 'aria-label': t('sheetClose') }}
    >
      {shown !== null && <Body posting={shown} />}
    </Modal>
  )
}

function Body({ posting }: { posting: number }) {
  const t = useTranslations('ledger')
  const from = { source_type: 'posting', source_id: posting } as const
  const { data, error, refetch } = useWholeList('money.list', {
    query: { sort_by: 'id', direction: 'asc' },
    body: { ...from, kind: 'payout' },
  })
  const file = useListFile('money.list', { query: { sort_by: 'id', direction: 'asc' }, body: from })
  if (error && !data) {
    return <ErrorState {...listErrorOf(error, t('sheetFailed'))} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows rows={6} height={44} />
  const entries: Entry[] = data.flatMap(({ money }) => money)
  if (entries.length === 0) {
    return <NotFoundState title={t('sheetNone')} text={t('sheetNoneText')} action={null} />
  }
  const paper = <PayoutPaper posting={posting} entries={entries} />
  return (
    <>
      <div className={classes.tools}>
        <Button leftSection={<IconPrinter size={16} stroke={1.8} />} onClick={() => window.print()}>
          {t('sheetPrint')}
        </Button>
        <DownloadMenu {...file} />
      </div>
      <div className={classes.preview}>{paper}</div>
      {/* Outside of the dialog, because only there can it print over several pages. */}
      {createPortal(<div className={classes.print}>{paper}</div>, document.body)}
    </>
  )
}
