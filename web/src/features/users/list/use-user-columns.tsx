import { isolated } from '@artel/contract/shapes/isolate'
import type { ManagedUser } from '@artel/contract/users/users'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useSession } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Balance, Blank, Coins } from '../../../ui/figures/figures.tsx'
import { kopecksOfColumn } from '../../../ui/figures/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { LeagueName } from '../../../ui/marks/league-emblem.tsx'
import { rowNameLook, TwoLines } from '../../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { UserTags } from '../page/user-tags.tsx'
import classes from './users-page.module.css'

type Sort = NonNullable<NonNullable<InputOf<'users.list'>['query']>['sort_by']>

/** The columns of the people list. `rows`: the rows shown, which decide whether the column shows kopecks. */
export function useUserColumns(rows: readonly ManagedUser[]): DataColumn<ManagedUser, Sort>[] {
  const t = useTranslations('users')
  const kopecks = kopecksOfColumn(rows.map(({ money }) => money))
  const { warehouses } = useSession()
  return [
    {
      key: 'name',
      title: t('name'),
      sortBy: 'full_name',
      hidable: false,
      render: (user) => <NameCell user={user} />,
    },
    {
      key: 'position',
      isExtra: true,
      title: t('position'),
      width: 180,
      sortBy: 'position',
      render: ({ position }) => position ?? <Blank />,
    },
    {
      key: 'type',
      title: t('type'),
      width: 130,
      sortBy: 'type',
      render: ({ type }) => t(`type_${type}`),
    },
    {
      key: 'warehouse',
      isExtra: true,
      title: t('warehouse'),
      width: 140,
      render: ({ warehouse_id }) => warehouses.find(({ id }) => id === warehouse_id)?.name ?? <Blank />,
    },
    { key: 'phone', title: t('phone'), width: 160, isExtra: true, render: ({ phone }) => phone ?? <Blank /> },
    {
      key: 'hired',
      isExtra: true,
      title: t('hiredOn'),
      width: 156,
      sortBy: 'hired_on',
      render: ({ hired_on }) => <DateText value={hired_on} />,
    },
    {
      key: 'seen',
      isExtra: true,
      title: t('lastSeen'),
      width: 170,
      sortBy: 'last_seen_at',
      render: ({ last_seen_at }) => <DateText value={last_seen_at} withTime />,
    },
    {
      key: 'league',
      title: t('league'),
      width: 116,
      sortBy: 'league',
      render: ({ league }) => <LeagueName league={league} />,
    },
    {
      key: 'money',
      title: t('money'),
      width: 112,
      align: 'right',
      sortBy: 'money',
      render: ({ money }) => <Balance value={money} kopecks={kopecks} />,
    },
    {
      key: 'coins',
      title: t('coins'),
      width: 96,
      align: 'right',
      sortBy: 'coins',
      render: ({ coins }) => <Coins value={coins} />,
    },
  ]
}

function NameCell({ user }: { user: ManagedUser }) {
  const address = useMediaAddress()
  const { id, full_name, nick_name, email, status } = user
  return (
    <span className={classes.nameCell}>
      <Avatar
        id={id}
        name={full_name}
        src={address(user.avatar)}
        size={30}
        isArchived={status === 'archived'}
        isOnShift={user.on_shift_since !== null}
      />
      <TwoLines second={nick_name === null ? email : `${isolated(nick_name)} · ${email}`}>
        <span className={classes.line}>
          <Link to="/user/$id" params={{ id: String(id) }} className={rowNameLook} title={full_name}>
            {full_name}
          </Link>
          <UserTags user={user} />
        </span>
      </TwoLines>
    </span>
  )
}
