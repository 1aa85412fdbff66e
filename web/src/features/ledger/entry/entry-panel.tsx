import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState, NotFoundState } from '../../../ui/states/states.tsx'
import { EntryButtons } from './entry-buttons.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { EntryPosting } from './entry-posting.tsx'
import { OtherEntry } from './entry-row.tsx'
import { EntryTask } from './entry-task.tsx'
import { useEntry } from './use-entry.ts'

type EntryPanelProps = {
  ledger: Ledger
  entryId: number | null
  onOpen: (id: number) => void
  onClose: () => void
}

/** An entry in full, beside the list, with everything that it results from. */
export function EntryPanel({ ledger, entryId, onOpen, onClose }: EntryPanelProps) {
  const t = useTranslations('ledger')
  const shown = useLastShown(entryId)
  return (
    <Drawer
      opened={entryId !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={480}
      title={t('entryTitle', { id: String(shown) })}
      closeButtonProps={{ 'aria-label': t('closeEntry') }}
    >
      <Body key={shown} ledger={ledger} id={shown} onOpen={onOpen} />
    </Drawer>
  )
}

type BodyProps = { ledger: Ledger; id: number | null; onOpen: (id: number) => void }

function Body({ ledger, id, onOpen }: BodyProps) {
  const t = useTranslations('ledger')
  const { entry, error, retry } = useEntry(ledger, id)
  if (entry) return <Whole ledger={ledger} entry={entry} onOpen={onOpen} />
  if (error) return <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={retry} />
  if (entry === null) return <NotFoundState title={t('noEntry')} text={t('noEntryText')} action={null} />
  return <SkeletonRows rows={6} height={40} cells={[{ kind: 'text' }]} />
}

function Whole({ ledger, entry, onOpen }: { ledger: Ledger; entry: Entry; onOpen: BodyProps['onOpen'] }) {
  const t = useTranslations('ledger')
  const isAdmin = useUser().type !== 'staff'
  const { kind, source, reverses_id, reversed_by_id } = entry
  const other = { ledger, onOpen }
  return (
    <>
      <EntryFacts ledger={ledger} entry={entry} />
      {/* Above what is still being read, so that no button moves away from under a finger. */}
      <EntryButtons ledger={ledger} entry={entry} />
      {reverses_id !== null && <OtherEntry {...other} id={reverses_id} title={t('reverses')} />}
      {reversed_by_id !== null && <OtherEntry {...other} id={reversed_by_id} title={t('reversedBy')} />}
      {kind === 'task' && source !== null && <EntryTask ledger={ledger} entry={entry} taskId={source.id} />}
      {isAdmin && kind !== 'reversal' && source?.type === 'posting' && (
        <EntryPosting {...other} entry={entry} number={source.id} />
      )}
    </>
  )
}
