import { Button, Drawer } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { ShiftCard } from '../shift/shift-card.tsx'
import { LockMark } from '../shift/shift-parts.tsx'
import { useShiftDialogs } from '../shift/use-shift-dialogs.tsx'
import classes from './day-drawer.module.css'

/** A person's shifts on one day. */
type DayDrawerProps = { userId: number; day: string | null; onClose: () => void }

export function DayDrawer({ userId, day, onClose }: DayDrawerProps) {
  const t = useTranslations('shifts')
  const format = useFormat()
  // Keeps the last day visible while the drawer closes.
  const [shown, setShown] = useState({ userId, day })
  if (day !== null && (shown.day !== day || shown.userId !== userId)) setShown({ userId, day })
  const { data } = useCall('users.get', { params: { id: shown.userId } }, { enabled: shown.day !== null })
  const name = data?.user.full_name ?? ''
  return (
    <Drawer
      opened={day !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={460}
      title={shown.day && t('dayTitle', { name, day: format.date(shown.day) })}
      closeButtonProps={{ 'aria-label': t('closeDay') }}
    >
      {shown.day !== null && data && <Day worker={data.user} day={shown.day} />}
    </Drawer>
  )
}

type Worker = { id: number; full_name: string; can: { enter_hours: boolean } }

function Day({ worker, day }: { worker: Worker; day: string }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { create } = useShiftDialogs()
  const { data, error, refetch } = useCall('hours.list', {
    query: { limit: 50, sort_by: 'started_at', direction: 'asc' },
    body: { user_id: worker.id, date_from: day, date_to: day },
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height={40} cells={[{ kind: 'text' }]} />
  const isLocked = data.locked_until !== null && day <= data.locked_until
  const mayCreate = worker.can.enter_hours && !isLocked && day <= format.today()
  return (
    <div className={classes.day}>
      {isLocked && (
        <p className={classes.locked}>
          <LockMark /> {t('locked')}
        </p>
      )}
      {data.hours.length === 0 && <p className={classes.empty}>{t('dayEmpty')}</p>}
      <ul className={classes.shifts}>
        {data.hours.map((shift) => (
          <li key={shift.id}>
            <ShiftCard shift={shift} />
          </li>
        ))}
      </ul>
      {mayCreate && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} />}
          onClick={() => create(worker, day)}
        >
          {t('create')}
        </Button>
      )}
    </div>
  )
}
