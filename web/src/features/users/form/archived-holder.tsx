import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { useUserFailure } from './use-user-failure.ts'
import classes from './user-dialogs.module.css'

/** The archived person who has the entered email. They can be restored instead of created again. */
export function ArchivedHolder({ id, close }: { id: number; close: () => void }) {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const { data } = useCall('users.get', { params: { id } })
  const open = () => {
    close()
    void navigate({ to: '/user/$id', params: { id: String(id) } })
  }
  const restore = useAction('personnel.setStatus', {
    onFailure: useUserFailure(),
    onSuccess: ({ user }) => {
      notify({ text: t('restored', { name: user.full_name }), tone: 'ok' })
      open()
    },
  })
  if (!data) return null
  const { user } = data
  return (
    <div className={classes.holder}>
      <span>{t('archivedHolder', { name: user.full_name })}</span>
      {user.can.restore ? (
        <Button
          variant="default"
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { id }, body: { status: 'active' } })}
        >
          {t('restore')}
        </Button>
      ) : (
        <Button variant="default" onClick={open}>
          {t('openIt')}
        </Button>
      )}
    </div>
  )
}
