import { Button } from '@mantine/core'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { refreshPaceMs } from '../../../api/cache/refresh-pace.ts'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import type { FolderProps } from '../../../api/session/screen.ts'
import { useUser } from '../../../api/session/session.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState, ForbiddenState, NotFoundState } from '../../../ui/states/states.tsx'
import { mayOpenUser } from './may-open.ts'
import { UserBalances } from './user-balances.tsx'
import { UserHeader } from './user-header.tsx'
import { UserTabs } from './user-tabs.tsx'

/** One person: a header above, and below it one of the pages about them. Each page has its own address. */
export function UserFolder({ tabs }: FolderProps) {
  const t = useTranslations('users')
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const isNumber = Number.isSafeInteger(userId) && userId > 0
  const me = useUser()
  const isOpen = isNumber && mayOpenUser(me, userId)
  const { data, error, refetch } = useCall(
    'users.get',
    { params: { id: userId } },
    { enabled: isOpen, refetchInterval: refreshPaceMs },
  )
  if (data && !(error instanceof ApiFailure)) {
    return (
      <Sheet fill>
        <UserHeader user={data.user} />
        <UserBalances user={data.user} />
        <UserTabs userId={userId} tabs={tabs} />
        <Outlet key={userId} />
      </Sheet>
    )
  }
  return (
    <Sheet>
      {isNumber && !isOpen ? (
        <ForbiddenState action={<BackButton />} />
      ) : !isNumber || error ? (
        <Failed error={error} onRetry={() => void refetch()} title={t('loadOneFailed')} />
      ) : (
        <SkeletonRows rows={4} height={72} cells={[{ kind: 'text' }]} />
      )}
    </Sheet>
  )
}

type FailedProps = { error: Error | null; title: string; onRetry: () => void }

function Failed({ error, title, onRetry }: FailedProps) {
  if (error === null || (error instanceof ApiFailure && error.statusCode === 404)) {
    return <NotFoundState action={<BackButton />} />
  }
  if (error instanceof ApiFailure && error.code === 'forbidden')
    return <ForbiddenState action={<BackButton />} />
  return <ErrorState isPage {...listErrorOf(error, title)} onRetry={onRetry} />
}

function BackButton() {
  const t = useTranslations('users')
  const isStaff = useUser().type === 'staff'
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={isStaff ? '/tasks' : '/users'} />}>
      {t(isStaff ? 'toTasks' : 'toUsers')}
    </Button>
  )
}
