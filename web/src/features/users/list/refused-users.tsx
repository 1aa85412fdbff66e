import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { useUser } from '../../../api/session/session.ts'
import { maxRefused, RefusedList } from '../../../ui/dialog/refused-list.tsx'

type RefusedUsersProps = { refused: Answer<'personnel.bulk'>['refused']; close: () => void }

/** Lists the people who were not changed, with the reason for each. */
export function RefusedUsers({ refused, close }: RefusedUsersProps) {
  const t = useTranslations('users')
  const me = useUser()
  const { data } = useCall('users.list', {
    query: { limit: maxRefused },
    body: { ids: refused.slice(0, maxRefused).map(({ id }) => id) },
  })
  const names = new Map(data?.users.map(({ id, full_name }) => [id, full_name]))
  const nameOf = (id: number) =>
    names.has(id) ? (
      <Link to="/user/$id" params={{ id: String(id) }} onClick={close}>
        {names.get(id)}
      </Link>
    ) : null
  return (
    <RefusedList
      text={t('refusedText')}
      refused={refused}
      nameOf={nameOf}
      reasonOf={({ id, code }) => t(id === me.id ? 'refusedSelf' : reasonOf(code))}
      close={close}
    />
  )
}

function reasonOf(code: string) {
  if (code === 'forbidden') return 'refusedForbidden'
  if (code === 'last_owner') return 'refusedLastOwner'
  return code === 'not_found' ? 'refusedGone' : 'refusedOther'
}
