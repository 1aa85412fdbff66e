import type { ManagedUser } from '@artel/contract/users/users'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useSession } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx'
import { callAddress } from '../form/call-address.ts'
import { UserActions } from '../user-actions.tsx'
import classes from './user-page.module.css'
import { UserTags } from './user-tags.tsx'

/** Photo, name, tags, one line of facts, and the actions. */
export function UserHeader({ user }: { user: ManagedUser }) {
  usePageTitle(user.full_name)
  const address = useMediaAddress()
  return (
    <header className={classes.header}>
      <UserPath name={user.full_name} />
      <div className={classes.card}>
        <Avatar
          id={user.id}
          name={user.full_name}
          src={address(user.avatar)}
          size={64}
          isArchived={user.status === 'archived'}
          isOnShift={user.on_shift_since !== null}
        />
        <div className={classes.who}>
          <div className={classes.line}>
            <h1 className={classes.name}>{user.full_name}</h1>
            {user.nick_name !== null && <span className={classes.nick}>{user.nick_name}</span>}
            <UserTags user={user} withType />
            <OnShift since={user.on_shift_since} />
          </div>
          <Facts user={user} />
        </div>
        <div className={classes.actions}>
          <UserActions user={user} />
        </div>
      </div>
    </header>
  )
}

function OnShift({ since }: { since: string | null }) {
  const t = useTranslations('users')
  const format = useFormat()
  if (since === null) return null
  return <Tag tone="ok">{t('onShiftSince', { time: format.time(since) })}</Tag>
}

function UserPath({ name }: { name: string }) {
  const t = useTranslations('users')
  const isAdmin = useSession().user?.type !== 'staff'
  if (!isAdmin) return null
  return (
    <Breadcrumbs
      className={classes.crumbs}
      of={[
        { key: 'users', link: <Link to="/users">{t('title')}</Link> },
        { key: 'user', link: <span aria-current="page">{name}</span> },
      ]}
    />
  )
}

function Facts({ user }: { user: ManagedUser }) {
  const t = useTranslations('users')
  const { warehouses } = useSession()
  const place = warehouses.find(({ id }) => id === user.warehouse_id)?.name
  const tenure = useTenure(user.hired_on)
  return (
    <div className={classes.facts}>
      {user.position !== null && <span>{user.position}</span>}
      {place !== undefined && <span>{t('atWarehouse', { name: place })}</span>}
      {user.phone !== null && <a href={callAddress(user.phone)}>{user.phone}</a>}
      <a href={`mailto:${user.email}`}>{user.email}</a>
      {tenure !== null && <span>{t('tenure', { tenure })}</span>}
    </div>
  )
}

/** How long a person has worked here, in years and months; null in the first month and when unknown. */
function useTenure(hiredOn: string | null): string | null {
  const t = useTranslations('users')
  const format = useFormat()
  if (hiredOn === null) return null
  const [year = 0, month = 1, day = 1] = hiredOn.split('-').map(Number)
  const [thisYear = 0, thisMonth = 1, today = 1] = format.today().split('-').map(Number)
  const whole = (thisYear - year) * 12 + thisMonth - month
  const months = today < day ? whole - 1 : whole
  if (months < 1) return null
  const parts = [
    months >= 12 ? t('years', { count: Math.floor(months / 12) }) : '',
    months % 12 > 0 ? t('months', { count: months % 12 }) : '',
  ]
  return parts.filter(Boolean).join(' ')
}
