import { isolated } from '@artel/contract/shapes/isolate'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import classes from './team-hours.module.css'

/** Avatars that fit in one line. */
const shown = 8

/** The filters of the people list, in the shape that the hours list takes. */
export type Whose = Pick<
  NonNullable<InputOf<'hours.list'>['body']>,
  'user_type' | 'user_status' | 'warehouse_id' | 'search'
>

/** The people who are on shift now. */
export function OnShiftNow({ whose }: { whose: Whose }) {
  const t = useTranslations('teamHours')
  const format = useFormat()
  const address = useMediaAddress()
  const { data } = useCall('hours.list', {
    query: { limit: shown, sort_by: 'started_at', direction: 'asc' },
    body: { ...whose, is_open: true },
  })
  const total = data?.pagination.total ?? 0
  return (
    <div className={classes.now}>
      <span role="status">{data && (total === 0 ? t('onShiftNone') : t('onShift', { count: total }))}</span>
      <ul className={classes.faces}>
        {data?.hours.map(({ id, user, started_at }) => {
          const name = `${isolated(user.full_name)}, ${t('nowLong', { time: format.time(started_at) })}`
          return (
            <li key={id}>
              <Link
                to="/user/$id/hours"
                params={{ id: String(user.id) }}
                className={classes.face}
                title={name}
                aria-label={name}
              >
                <Avatar id={user.id} name={user.full_name} src={address(user.avatar)} size={28} isOnShift />
              </Link>
            </li>
          )
        })}
      </ul>
      {total > shown && <span>{t('onShiftMore', { count: total - shown })}</span>}
    </div>
  )
}
