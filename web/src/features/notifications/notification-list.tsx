import type { Notification } from '@artel/contract/notifications/notifications'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconSettings, IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { Answer } from '../../api/send/calls.ts'
import { type Failure, listErrorOf } from '../../api/send/failure.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states/states.tsx'
import classes from './notification-list.module.css'
import { NotificationRow } from './notification-row.tsx'
import { NotificationSettings } from './notification-settings.tsx'

/** The largest page that the contract allows. */
const longestPage = 200

type NotificationListProps = {
  list: UseQueryResult<Answer<'notifications.list'>, Failure>
  /** Covers the whole screen and has its own close button. */
  isPhone: boolean
  onMore: () => void
  onClose: () => void
}

/** The content of the bell: the newest notifications by day, and the notification settings. */
export function NotificationList({ list, isPhone, onMore, onClose }: NotificationListProps) {
  const t = useTranslations('notifications')
  const [isSetting, setIsSetting] = useState(false)
  const { mutate: read } = useAction('notifications.read', {
    onFailure: () => notify({ text: t('readFailed'), tone: 'bad' }),
  })
  return (
    <div className={classes.panel}>
      <Head
        isSetting={isSetting}
        onSetting={setIsSetting}
        {...((list.data?.unread ?? 0) > 0 && { onReadAll: () => read({ body: { all: true } }) })}
        {...(isPhone && { onClose })}
      />
      <div className={classes.body}>
        {isSetting ? (
          <NotificationSettings />
        ) : (
          <Days
            list={list}
            onMore={onMore}
            onOpen={({ id, read_at }) => {
              if (read_at === null) read({ body: { ids: [id] } })
              onClose()
            }}
          />
        )}
      </div>
    </div>
  )
}

type HeadProps = {
  isSetting: boolean
  onSetting: (isSetting: boolean) => void
  /** Present while a notification is unread. */
  onReadAll?: () => void
  onClose?: () => void
}

function Head({ isSetting, onSetting, onReadAll, onClose }: HeadProps) {
  const t = useTranslations('notifications')
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{t(isSetting ? 'settings' : 'title')}</h2>
      {onReadAll && !isSetting && (
        <Button variant="subtle" size="compact-sm" onClick={onReadAll}>
          {t('readAll')}
        </Button>
      )}
      <ActionIcon
        size="lg"
        aria-label={t(isSetting ? 'toList' : 'settings')}
        title={t(isSetting ? 'toList' : 'settings')}
        onClick={() => onSetting(!isSetting)}
      >
        {isSetting ? <IconArrowLeft size={18} stroke={1.6} /> : <IconSettings size={18} stroke={1.6} />}
      </ActionIcon>
      {onClose && (
        <ActionIcon size="lg" aria-label={t('close')} onClick={onClose}>
          <IconX size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
}

type DaysProps = Pick<NotificationListProps, 'list' | 'onMore'> & {
  onOpen: (notification: Notification) => void
}

function Days({ list: { data, error, refetch, isFetching }, onMore, onOpen }: DaysProps) {
  const t = useTranslations('notifications')
  const format = useFormat()
  if (!data && error)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height={64} cells={[{ kind: 'thumb' }]} />
  const { notifications, pagination } = data
  if (notifications.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
  const days = [...new Set(notifications.map(({ created_at }) => format.date(created_at)))]
  const hasMore = pagination.total > notifications.length && notifications.length < longestPage
  return (
    <>
      {days.map((day) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul className={classes.rows}>
            {notifications
              .filter(({ created_at }) => format.date(created_at) === day)
              .map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} onOpen={() => onOpen(notification)} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <div className={classes.more}>
          <Button variant="default" fullWidth loading={isFetching} onClick={onMore}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
