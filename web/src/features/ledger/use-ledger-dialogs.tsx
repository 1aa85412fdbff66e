import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { Recipient } from './post/use-recipients.ts'
import { useSumText } from './use-sum-text.ts'

const PostForm = lazyPart(async () => (await import('./post/post-form.tsx')).PostForm)
const ReverseForm = lazyPart(async () => (await import('./entry/reverse-form.tsx')).ReverseForm)

const waiting = <SkeletonRows rows={3} height={60} cells={[{ kind: 'text' }]} />
const look = { isForm: true, waiting } as const

/** Opens the dialogs that post and reverse entries. */
export function useLedgerDialogs(ledger: Ledger) {
  const t = useTranslations('ledger')
  const sumText = useSumText(ledger)
  return {
    /** `people`: preselected people. */
    post: (people: readonly Recipient[] = []) =>
      openDialog(
        t('postTitle', { ledger }),
        (close) => <PostForm ledger={ledger} people={people} close={close} />,
        { ...look, size: 528 },
      ),
    reverse: (entry: Entry) =>
      openDialog(
        t('reverseTitle', { name: entry.user.full_name, sum: sumText(entry.amount, true) }),
        (close) => <ReverseForm ledger={ledger} entry={entry} close={close} />,
        { ...look, size: 440 },
      ),
  }
}
