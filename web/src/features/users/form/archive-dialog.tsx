import type { Unfinished } from '@artel/contract/users/personnel'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import type { BodyOf } from '../../../api/send/calls.ts'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { isManaged } from '../is-managed.ts'
import classes from './user-dialogs.module.css'

type Archive = (release: boolean) => void
type Question = { title: string; submit: string; archive: Archive }

/** Asks before a person is archived, and lists the open matters of that person. */
export const askArchive = ({ title, ...question }: Question, userId: number): void =>
  openDialog(title, (close) => <OneArchive {...question} close={close} userId={userId} />)

/** Asks before several people are archived. `whom`: the filter that finds them. */
export const askArchiveMany = ({ title, ...question }: Question, whom: BodyOf<'users.list'>): void =>
  openDialog(title, (close) => (
    <ArchiveQuestion {...question} close={close} mayRelease>
      <ManyBalances whom={whom} close={close} />
    </ArchiveQuestion>
  ))

type PartProps = Omit<Question, 'title'> & { close: () => void }

function OneArchive({ userId, ...props }: PartProps & { userId: number }) {
  const { data, error } = useCall('personnel.unfinished', { params: { id: userId } })
  // Open matters are only a hint, so a person can be archived even if they cannot be read.
  if (!data && !error) return <SkeletonRows rows={3} height={28} cells={[{ kind: 'text' }]} />
  const unfinished = data?.unfinished
  return (
    <ArchiveQuestion {...props} mayRelease={(unfinished?.open_tasks ?? 0) > 0}>
      {unfinished && <Checks unfinished={unfinished} userId={userId} close={props.close} />}
    </ArchiveQuestion>
  )
}

type ArchiveQuestionProps = PartProps & { mayRelease: boolean; children?: React.ReactNode }

function ArchiveQuestion({ submit, close, archive, mayRelease, children }: ArchiveQuestionProps) {
  const t = useTranslations('users')
  const [isReleased, setIsReleased] = useState(true)
  const confirm = () => {
    close()
    archive(mayRelease && isReleased)
  }
  return (
    <>
      <DialogText>{t('archiveText')}</DialogText>
      {children}
      {mayRelease && (
        <Checkbox
          label={t('archiveRelease')}
          checked={isReleased}
          onChange={(event) => setIsReleased(event.currentTarget.checked)}
        />
      )}
      <DialogButtons>
        <Button variant="subtle" color="gray" data-autofocus onClick={close}>
          {t('keep')}
        </Button>
        <Button color="red" onClick={confirm}>
          {submit}
        </Button>
      </DialogButtons>
    </>
  )
}

type ChecksProps = { unfinished: Unfinished; userId: number; close: () => void }

/** The open matters of a person, to settle before archiving or to leave knowingly. */
function Checks({ unfinished, userId, close }: ChecksProps) {
  const t = useTranslations('users')
  const format = useFormat()
  const { on_shift_since, running_task, open_tasks, paused_tasks, review_tasks, open_orders } = unfinished
  const { money, coins } = unfinished
  const counts = [
    ['archiveOpen', open_tasks],
    ['archivePaused', paused_tasks],
    ['archiveReview', review_tasks],
  ] as const
  const open = counts.filter(([, count]) => count > 0)
  const isNothing =
    !on_shift_since && !running_task && open.length + open_orders === 0 && money === 0 && coins === 0
  if (isNothing) return <DialogText>{t('archiveNothing')}</DialogText>
  return (
    <ul className={classes.checks}>
      <Unpaid money={money} userId={userId} close={close} />
      {coins > 0 && <li>{t('archiveCoins', { count: coins })}</li>}
      {on_shift_since && <li>{t('archiveShift', { time: format.time(on_shift_since) })}</li>}
      {running_task && (
        <li>
          {t('archiveRunning')}{' '}
          <Link to="/task/$id" params={{ id: String(running_task.id) }} onClick={close}>
            {running_task.title}
          </Link>
        </li>
      )}
      {open.map(([key, count]) => (
        <li key={key}>
          <Link to="/user/$id/tasks" params={{ id: String(userId) }} onClick={close}>
            {t(key, { count })}
          </Link>
        </li>
      ))}
      {open_orders > 0 && <li>{t('archiveOrders', { count: open_orders })}</li>}
    </ul>
  )
}

/** Money that is not paid out yet, or that the person owes. */
function Unpaid({ money, userId, close }: { money: number; userId: number; close: () => void }) {
  const t = useTranslations('users')
  const format = useFormat()
  if (money === 0) return null
  const sum = format.money(Math.abs(money), { kopecks: 'auto' })
  return (
    <li>
      {t(money > 0 ? 'archiveUnpaid' : 'archiveOwed', { sum })}{' '}
      <Link to="/user/$id/money" params={{ id: String(userId) }} onClick={close}>
        {t(money > 0 ? 'archivePay' : 'archiveSettle')}
      </Link>
    </li>
  )
}

/** People in one response, at most. */
const maxAdded = 200

/** How many people still have money or coins; nothing if they are too many to sum here. */
function ManyBalances({ whom, close }: { whom: BodyOf<'users.list'>; close: () => void }) {
  const t = useTranslations('users')
  const format = useFormat()
  const { data } = useCall('users.list', { query: { limit: maxAdded }, body: whom })
  if (!data || data.pagination.total > maxAdded) return null
  const people = data.users.filter(isManaged)
  const unpaid = people.filter(({ money }) => money > 0)
  const withCoins = people.filter(({ coins }) => coins > 0).length
  if (unpaid.length === 0 && withCoins === 0) return null
  const sum = format.money(unpaid.reduce((total, { money }) => total + money, 0))
  return (
    <ul className={classes.checks}>
      {unpaid.length > 0 && (
        <li>
          {t('archiveManyUnpaid', { count: unpaid.length, sum })}{' '}
          <Link to="/money" onClick={close}>
            {t('archivePay')}
          </Link>
        </li>
      )}
      {withCoins > 0 && <li>{t('archiveManyCoins', { count: withCoins })}</li>}
    </ul>
  )
}
