import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { Hint } from '../../ui/popup/hint.tsx'
import { Popup } from '../../ui/popup/popup.tsx'
import { FromFirstOpen } from '../../ui/states/from-first-open.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { useArrival } from '../routes/use-arrival.ts'
import classes from './bell.module.css'
import { useBadge } from './use-badge.ts'

// The list and the drawer are not part of the shell, so they are loaded on demand.
const NotificationList = lazyPart(
  async () => (await import('../../features/notifications/notification-list.tsx')).NotificationList,
)
const BellDrawer = lazyPart(async () => (await import('./bell-drawer.tsx')).BellDrawer)

/** Number of notifications that are shown at first, and that each «more» adds. */
const step = 20

/** The bell with the number of unread notifications. Opens the list below it, on a phone full-screen. */
export function Bell({ isPhone }: { isPhone: boolean }) {
  const t = useTranslations('notifications')
  const [isOpen, setIsOpen] = useState(false)
  const [limit, setLimit] = useState(step)
  const list = useCall('notifications.list', { query: { limit }, body: {} })
  const arrived = useArrival(list.data?.notifications)
  useBadge(list.data?.unread)
  const close = () => {
    setIsOpen(false)
    setLimit(step)
  }
  const content = (
    <LazyBoundary fallback={<SkeletonRows rows={4} height={64} cells={[{ kind: 'thumb' }]} />}>
      <NotificationList list={list} isPhone={isPhone} onMore={() => setLimit(limit + step)} onClose={close} />
    </LazyBoundary>
  )
  const unread = list.data?.unread ?? 0
  const change = (isNowOpen: boolean) => (isNowOpen ? setIsOpen(true) : close())
  return (
    <>
      <VisuallyHidden role="status">
        {arrived && t('arrived', { title: arrived.title, body: arrived.body })}
      </VisuallyHidden>
      {isPhone ? (
        <>
          <BellButton unread={unread} aria-expanded={isOpen} onClick={() => change(!isOpen)} />
          <FromFirstOpen isOpen={isOpen}>
            <BellDrawer isOpen={isOpen} onClose={close}>
              {content}
            </BellDrawer>
          </FromFirstOpen>
        </>
      ) : (
        <Popup
          target={<BellButton unread={unread} />}
          label={t('title')}
          position="bottom-end"
          width={400}
          className={classes.dropdown}
          isOpen={isOpen}
          onChange={change}
        >
          {content}
        </Popup>
      )}
    </>
  )
}

type BellButtonProps = { unread: number } & ComponentProps<typeof ActionIcon<'button'>>

function BellButton({ unread, ...props }: BellButtonProps) {
  const t = useTranslations('notifications')
  const label = t('bell', { count: unread })
  const Icon = unread > 0 ? IconBellFilled : IconBell
  return (
    <Hint label={label}>
      <ActionIcon {...props} size="lg" className={classes.bell ?? ''} aria-label={label}>
        <Icon size={18} stroke={1.6} />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread > 99 ? t('many') : unread}
          </span>
        )}
      </ActionIcon>
    </Hint>
  )
}
