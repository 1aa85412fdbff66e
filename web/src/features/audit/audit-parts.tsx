import type { AuditEntry } from '@artel/contract/audit'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/media.ts'
import { PersonName } from '../../ui/avatar.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import classes from './audit-parts.module.css'
import { type AuditChange, useAuditChanges } from './use-audit-changes.ts'

/** Who did it: a person, somebody who was not signed in, or the keeper of the installation. */
export function AuditWho({ entry: { user, address } }: { entry: AuditEntry }) {
  const t = useTranslations('audit')
  const addressOf = useMediaAddress()
  if (!user) return <span className={classes.quiet}>{t(address === null ? 'keeper' : 'nobody')}</span>
  return <PersonName id={user.id} name={user.full_name} src={addressOf(user.avatar)} />
}

export function AuditFrom({ entry: { address, device } }: { entry: AuditEntry }) {
  const t = useTranslations('audit')
  if (address === null) return <span className={classes.quiet}>{t('fromKeeper')}</span>
  return (
    <span className={classes.from}>
      {device !== '' && <span>{device}</span>}
      <span className={classes.address}>{address}</span>
    </span>
  )
}

/** What was done, to what kind of thing. */
export function useAuditAction(): (entry: AuditEntry) => string {
  const t = useTranslations('audit')
  return ({ action, entity }) => t(`action_${action}`, { entity })
}

/** What an entry is about, by its name; of a shift the day in words. */
export function useAuditTitle(): (entry: AuditEntry) => string | null {
  const format = useFormat()
  return ({ entity, title }) =>
    entity === 'shift' && title !== null
      ? title.replace(/\d{4}-\d\d-\d\d$/, (day) => format.date(day, { year: true }))
      : title
}

export function useAuditSummary(): (entry: AuditEntry) => string {
  const t = useTranslations('audit')
  const changesOf = useAuditChanges()
  const titleOf = useAuditTitle()
  const say = ({ field, before, after }: AuditChange) => {
    if (after === null) return t('unset', { field, before: before ?? '—' })
    return before === null ? t('set', { field, after }) : t('change', { field, before, after })
  }
  return (entry) => {
    const [first, ...rest] = changesOf(entry)
    const title = titleOf(entry)
    const parts = [
      ...(title === null ? [] : [title]),
      ...(first ? [say(first)] : []),
      ...(rest.length > 0 ? [t('more', { count: rest.length })] : []),
      ...(entry.children > 0 ? [t('parts', { count: entry.children })] : []),
    ]
    return parts.join(' · ')
  }
}
