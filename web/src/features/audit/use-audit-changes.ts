import type { AuditEntry } from '@artel/contract/audit/audit'
import { type EntryKind, entryKinds } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { textIfAny } from '../../i18n/text-if-any.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

/** A changed field in words; null: no value before, or none after. */
export type AuditChange = { field: string; before: string | null; after: string | null }

/** The changes of an entry, field by field. */
export function useAuditChanges(): (entry: Pick<AuditEntry, 'entity' | 'before' | 'after'>) => AuditChange[] {
  const t = useTranslations('auditWords')
  const format = useFormat()
  const names = useTranslations('achievementNames')
  // A value that is not an achievement code has no name.
  const achieved = (code: string) => textIfAny(names, code) ?? code
  const show = (value: unknown): string | null => {
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    return typeof value === 'string' ? wordOf(value) : JSON.stringify(value)
  }
  // Types and statuses are stored under their names from the contract.
  const wordOf = (value: string) => {
    if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)) return format.date(value, { withTime: true })
    return (/^[a-z_]+$/.test(value) && textIfAny(t, `value_${value}`)) || value
  }
  const nameOf = (path: string) => {
    const [, code, part] = /^achievements\.(\w+)\.(on|coins)$/.exec(path) ?? []
    if (code) return `${achieved(code)}, ${textIfAny(t, `field_achievements_${part}`)}`
    // The server logs every changed field. A field without a name here is shown by its stored name.
    return textIfAny(t, `field_${path.replaceAll('.', '_')}`) ?? path
  }
  const figureOf = useLedgerFigures()
  const tell = (entity: AuditEntry['entity'], path: string, value: unknown) =>
    path === 'achievement' && typeof value === 'string'
      ? achieved(value)
      : (figureOf(entity, path, value) ?? show(value))
  return ({ entity, before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((path) => ({
      field: nameOf(path),
      before: tell(entity, path, before[path]),
      after: tell(entity, path, after[path]),
    }))
}

/**
 * Formats values of ledgers and rewards: kinds of entries, and kopecks as roubles; null for anything else.
 */
function useLedgerFigures(): (entity: AuditEntry['entity'], path: string, value: unknown) => string | null {
  const t = useTranslations('auditWords')
  const ui = useTranslations('ui')
  const format = useFormat()
  return (entity, path, value) => {
    if (path === 'kind' && isKind(value)) return t(`kind_${value}`)
    if (typeof value !== 'number') return null
    if (path === 'amount')
      return entity === 'money' ? format.money(value, { sign: true }) : format.coins(value, { sign: true })
    if (entity !== 'reward' && entity !== 'task') return null
    if (path === 'money') return format.money(value)
    return path === 'coins' ? ui('coins', { count: value }) : null
  }
}

const isKind = (value: unknown): value is EntryKind => entryKinds.some((kind) => kind === value)
