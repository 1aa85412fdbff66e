import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readCall } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { notify } from '../../ui/notices/notify.ts'
import { mayPostTo } from './post/use-recipients.ts'
import { useLedgerDialogs } from './use-ledger-dialogs.tsx'

/** Opens the form that posts to a person who is known by id. The page of an archived person opens instead. */
export function usePostTo(ledger: Ledger) {
  const t = useTranslations('ledger')
  const me = useUser()
  const navigate = useNavigate()
  const { post } = useLedgerDialogs(ledger)
  const open = async (id: number) => {
    const { user } = await readCall('users.get', { params: { id } })
    if (user.status === 'active') post([user])
    else await navigate({ to: '/user/$id', params: { id: String(id) } })
  }
  return {
    isAllowed: (id: number) => me.type !== 'staff' && mayPostTo(me, id),
    open: (id: number) => void open(id).catch(() => notify({ text: t('personFailed'), tone: 'bad' })),
  }
}
