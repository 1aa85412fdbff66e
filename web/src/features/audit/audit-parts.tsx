import type { AuditEntry } from '@artel/contract/audit'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/media.ts'
import { PersonName } from '../../ui/avatar.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
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
    <TwoLines second={<span className={classes.address}>{address}</span>}>
      {device !== '' && <span>{device}</span>}
    </TwoLines>
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

/** Of these the kind alone says little: the sum and the reason stand beside it. */
const ofLedger: ReadonlySet<AuditEntry['entity']> = new Set(['money', 'coins', 'reward'] as const)

export function useAuditSummary(): (entry: AuditEntry) => string {
  const t = useTranslations('audit')
  const changesOf = useAuditChanges()
  const titleOf = useAuditTitle()
  const say = ({ field, before, after }: AuditChange) => {
    if (after === null) return t('unset', { field, before: before ?? '—' })
    return before === null ? t('set', { field, after }) : t('change', { field, before, after })
  }
  return (entry) => {
    const changes = changesOf(entry)
    const shown = changes.slice(0, ofLedger.has(entry.entity) ? 3 : 1)
    const rest = changes.length - shown.length
    const title = titleOf(entry)
    const parts = [
      ...(title === null ? [] : [title]),
      ...shown.map(say),
      ...(rest > 0 ? [t('more', { count: rest })] : []),
      ...(entry.children > 0 ? [t('parts', { count: entry.children })] : []),
    ]
    return parts.join(' · ')
  }
}
