import type { AuditEntry } from '@artel/contract/audit'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/format-context.tsx'

/** A changed field in words; `null`: it was not there, or is there no longer. */
export type AuditChange = { field: string; before: string | null; after: string | null }

/** What an entry says of before and after, field by field. */
export function useAuditChanges(): (entry: Pick<AuditEntry, 'before' | 'after'>) => AuditChange[] {
  const t = useTranslations('audit')
  const format = useFormat()
  const show = (value: unknown): string | null => {
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    return typeof value === 'string' ? wordOf(value) : JSON.stringify(value)
  }
  // Types and statuses are stored as they are called in the contract.
  const wordOf = (value: string) => {
    if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)) return format.date(value, { withTime: true })
    const key = `value_${value}` as 'value_staff'
    return /^[a-z]+$/.test(value) && t.has(key) ? t(key) : value
  }
  const nameOf = (path: string) => {
    // The server writes down whatever has changed; what has no name here is called as it is stored.
    const key = `field_${path.replaceAll('.', '_')}` as 'field_name'
    return t.has(key) ? t(key) : path
  }
  return ({ before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((path) => ({
      field: nameOf(path),
      before: show(before[path]),
      after: show(after[path]),
    }))
}
