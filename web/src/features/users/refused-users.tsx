import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../api/calls.ts'
import { useCall } from '../../api/query.ts'
import { useUser } from '../../api/session.ts'
import { DialogButtons, DialogText } from '../../ui/dialog-parts.tsx'
import classes from './user-dialogs.module.css'

type RefusedUsersProps = { refused: Answer<'personnel.bulk'>['refused']; close: () => void }

/** As many as a page of the list may hold; whoever has more to settle looks at the list, where they are selected. */
const shown = 200

/** Who was not changed, and why. */
export function RefusedUsers({ refused, close }: RefusedUsersProps) {
  const t = useTranslations('users')
  const me = useUser()
  const listed = refused.slice(0, shown)
  const { data } = useCall('users.list', {
    query: { limit: shown },
    body: { ids: listed.map(({ id }) => id) },
  })
  const names = new Map(data?.users.map(({ id, full_name }) => [id, full_name]))
  return (
    <>
      <DialogText>{t('refusedText')}</DialogText>
      <ul className={classes.refused}>
        {listed.map(({ id, code }) => (
          <li key={id}>
            {names.has(id) ? (
              <Link to="/user/$id" params={{ id: String(id) }} onClick={close}>
                {names.get(id)}
              </Link>
            ) : (
              <span>№ {id}</span>
            )}
            <span className={classes.reason}>{t(id === me.id ? 'refusedSelf' : reasonOf(code))}</span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          {t('close')}
        </Button>
      </DialogButtons>
    </>
  )
}

function reasonOf(code: string) {
  if (code === 'forbidden') return 'refusedForbidden'
  if (code === 'last_owner') return 'refusedLastOwner'
  return code === 'not_found' ? 'refusedGone' : 'refusedOther'
}
