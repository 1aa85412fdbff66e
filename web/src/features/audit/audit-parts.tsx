import type { AuditEntry } from '@artel/contract/audit/audit'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './audit-parts.module.css'
import { type AuditChange, useAuditChanges } from './use-audit-changes.ts'

/** Who made the change: a person, a guest, or the administrator of the installation. */
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

/** The action and the kind of its object. */
export function useAuditAction(): (entry: AuditEntry) => string {
  const t = useTranslations('audit')
  return ({ action, entity }) => t(`action_${action}`, { entity })
}

/** The name of the object of an entry. For a shift the date is formatted. */
export function useAuditTitle(): (entry: AuditEntry) => string | null {
  const format = useFormat()
  return ({ entity, title }) =>
    entity === 'shift' && title !== null
      ? title.replace(/\d{4}-\d\d-\d\d$/, (day) => format.date(day, { year: true }))
      : title
}

/** Their summary shows up to three changes instead of one, because the kind alone says little. */
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
