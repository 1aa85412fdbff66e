import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { CreateButton } from '../../ui/list/create-button.tsx'
import { mayPostTo } from './post/use-recipients.ts'
import { useLedgerDialogs } from './use-ledger-dialogs.tsx'

/** Posts an entry by hand for people chosen in the form. */
export function PostButton({ ledger }: { ledger: Ledger }) {
  const t = useTranslations('ledger')
  const { post } = useLedgerDialogs(ledger)
  return <CreateButton label={t('post')} onClick={() => post()} />
}

/** Posts an entry by hand for the person whose page it is. */
export function PostToUser({ ledger, userId }: { ledger: Ledger; userId: number }) {
  const t = useTranslations('ledger')
  const me = useUser()
  const { post } = useLedgerDialogs(ledger)
  // Served from the cache, because the folder has already read it.
  const { data } = useCall('users.get', { params: { id: userId } })
  if (me.type === 'staff' || !mayPostTo(me, userId) || data?.user.status !== 'active') return null
  return (
    <Button size="xs" leftSection={<IconPlus size={16} stroke={1.8} />} onClick={() => post([data.user])}>
      {t('post')}
    </Button>
  )
}
