import type { Notification } from '@artel/contract/notifications/notifications'
import { VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { defaultParseSearch, Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import classes from './notification-list.module.css'

type NotificationRowProps = { notification: Notification; onOpen: () => void }

/** One notification, linked to its subject. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { title, body, actor, url, created_at, read_at } = notification
  const t = useTranslations('notifications')
  const format = useFormat()
  const address = useMediaAddress()
  // The query string identifies the object on the page.
  const [path = '', query = ''] = url.split('?')
  return (
    <Link to={path} search={defaultParseSearch(query)} className={classes.row} onClick={onOpen}>
      {actor ? (
        <Avatar id={actor.id} name={actor.full_name} src={address(actor.avatar)} size={32} />
      ) : (
        <IconBell className={classes.icon} size={18} stroke={1.6} />
      )}
      <span className={classes.said}>
        <span className={classes.name}>{title}</span>
        <span className={classes.text} title={body}>
          {body}
        </span>
      </span>
      <span className={classes.aside}>
        <time dateTime={created_at}>{format.time(created_at)}</time>
        {read_at === null && (
          <span className={classes.dot}>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </span>
        )}
      </span>
    </Link>
  )
}
