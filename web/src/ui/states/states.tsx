import { Button } from '@mantine/core'
import { IconCloudOff, IconFilterSearch, IconLock, IconMapPinOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { DashedBox } from '../page/dashed-box.tsx'
import classes from './state-message.module.css'
import { StateMessage } from './state-message.tsx'

// Tabler scales the stroke with the icon; this draws two pixels.
const icon = { size: 44, stroke: 1.1 } as const

/** Shown if no item exists yet: says what to do. `actions`: one main button and at most one plain button. */
export function EmptyState({ title, text, actions }: { title: string; text?: string; actions?: ReactNode }) {
  return (
    <StateMessage
      icon={<DashedBox />}
      title={title}
      {...(text !== undefined && { text })}
      {...(actions !== undefined && { actions })}
    />
  )
}

/** An active filter: its name and its value in words; an empty value if the name says all. */
export type ActiveFilter = { name: string; value: string }

type FilteredEmptyStateProps = { filters: readonly ActiveFilter[]; search?: string; onClear: () => void }

/** Shown if filters hide all rows: names the filters and offers to clear them. */
export function FilteredEmptyState({ filters, search = '', onClear }: FilteredEmptyStateProps) {
  const t = useTranslations('ui')
  const { list } = useFormatter()
  const names = list(filters.map((filter) => t(filter.value === '' ? 'quotedName' : 'quoted', filter)))
  const text = [
    search !== '' && t('filteredSearch', { search }),
    filters.length > 0 && t('filteredText', { count: filters.length, names }),
  ]
  return (
    <StateMessage
      icon={<IconFilterSearch {...icon} />}
      title={t('filteredTitle')}
      text={text.filter((part) => part !== false).join('. ')}
      actions={
        <Button variant="default" onClick={onClear}>
          {t('filteredClear')}
        </Button>
      }
    />
  )
}

type ErrorStateProps = {
  /** What failed: «Не удалось загрузить задачи». */
  title: string
  /** The reason; absent if the server did not answer. */
  text?: string
  requestId?: string
  /** The server did not answer, and nothing that it answered before is kept. */
  isUnreached?: boolean
  onRetry: () => void
  /** The message replaces the whole page, so its title becomes the `h1`. */
  isPage?: boolean
}

export function ErrorState(props: ErrorStateProps) {
  const { title, text, requestId, isUnreached = false, onRetry, isPage = false } = props
  const t = useTranslations('ui')
  const reason = text ?? t(isUnreached ? 'unreachedText' : 'errorText')
  return (
    <StateMessage
      level={isPage ? 1 : 2}
      icon={<IconCloudOff {...icon} className={classes.trouble} />}
      title={title}
      text={requestId === undefined ? reason : `${reason}. ${t('errorRequest', { id: requestId })}`}
      actions={
        <Button leftSection={<IconRefresh size={16} stroke={1.8} />} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}

type PageStateProps = { title?: string; text?: string; action: ReactNode }

/** Shown instead of a page that the person may not open. `action`: a link to a page that they may open. */
export function ForbiddenState({ title, text, action }: PageStateProps) {
  const t = useTranslations('ui')
  return (
    <StateMessage
      level={1}
      icon={<IconLock {...icon} />}
      title={title ?? t('forbiddenTitle')}
      text={text ?? t('forbiddenText')}
      actions={action}
    />
  )
}

export function NotFoundState({ title, text, action }: PageStateProps) {
  const t = useTranslations('ui')
  return (
    <StateMessage
      level={1}
      icon={<IconMapPinOff {...icon} />}
      title={title ?? t('notFoundTitle')}
      text={text ?? t('notFoundText')}
      actions={action}
    />
  )
}
