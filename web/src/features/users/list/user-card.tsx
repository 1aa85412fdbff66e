import type { ManagedUser } from '@artel/contract/users/users'
import { IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useSession } from '../../../api/session/session.ts'
import { Balance, Coins } from '../../../ui/figures/figures.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { LeagueName } from '../../../ui/marks/league-emblem.tsx'
import { callAddress } from '../form/call-address.ts'
import { UserTags } from '../page/user-tags.tsx'
import classes from './users-page.module.css'

/** A person in the list on a phone, with a link that calls them. */
export function UserCard({ user }: { user: ManagedUser }) {
  const t = useTranslations('users')
  const address = useMediaAddress()
  const { warehouses } = useSession()
  const place = warehouses.find(({ id }) => id === user.warehouse_id)?.name
  const facts = [user.position ?? t(`type_${user.type}`), place].filter((fact) => fact !== undefined)
  return (
    <article className={classes.card}>
      <Avatar
        id={user.id}
        name={user.full_name}
        src={address(user.avatar)}
        size={44}
        isArchived={user.status === 'archived'}
        isOnShift={user.on_shift_since !== null}
      />
      <h2 className={classes.cardName}>
        <Link to="/user/$id" params={{ id: String(user.id) }}>
          {user.full_name}
        </Link>
        <UserTags user={user} withType />
      </h2>
      <div className={classes.cardFacts}>{facts.join(' · ')}</div>
      <div className={classes.cardWorth}>
        <Balance value={user.money} />
        <Coins value={user.coins} />
        <LeagueName league={user.league} />
      </div>
      {user.phone !== null && (
        <a className={classes.call} href={callAddress(user.phone)}>
          <IconPhone size={18} stroke={1.6} aria-hidden="true" />
          {user.phone}
        </a>
      )}
    </article>
  )
}
