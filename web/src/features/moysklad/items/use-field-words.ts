import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { isolated } from '@artel/contract/shapes/isolate'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import { textIfAny } from '../../../i18n/text-if-any.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'

type Change = MoySkladItem['changes'][number]
/** A component, or the stock in a warehouse. */
type Part = { name?: unknown; article?: unknown; warehouse_id?: unknown; quantity?: unknown }

/** Names and values of Artel's fields in words, for every kind. */
export function useFieldWords() {
  const t = useTranslations('moySkladItems')
  const names = useTranslations('auditWords')
  const format = useFormat()
  const { warehouses } = useSession()
  const nameOf = (path: string): string => {
    const field = path.split('.')[0] ?? path
    return textIfAny(t, `field_${field}`) ?? textIfAny(names, `field_${field}`) ?? field
  }
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(partOf).join(', ')
    if (typeof value === 'object') return partOf(value)
    return textIfAny(t, `type_${String(value)}`) ?? String(value)
  }
  // A component shows its name and quantity, stock shows its warehouse and quantity.
  const partOf = (part: unknown): string => {
    if (typeof part !== 'object' || part === null) return String(part)
    const { name, article, warehouse_id, quantity }: Part = part
    const count = typeof quantity === 'number' ? format.number(quantity) : null
    const place = warehouses.find(({ id }) => id === warehouse_id)?.name
    if (place !== undefined && count !== null) return `${place} ${count}`
    const title = [name, article].find((word) => typeof word === 'string' && word !== '')
    if (title === undefined) return Object.values(part).map(String).join(' ')
    return count === null ? String(title) : `${isolated(String(title))} × ${count}`
  }
  // Stock of a single warehouse; null for anything else. Such a change shows the warehouse and both numbers.
  const cellOf = (value: unknown) => {
    const [cell, ...others] = Array.isArray(value) ? value : []
    if (typeof cell !== 'object' || cell === null || others.length > 0) return null
    const { warehouse_id, quantity }: Part = cell
    const place = warehouses.find(({ id }) => id === warehouse_id)?.name
    return place !== undefined && typeof quantity === 'number' ? { place, quantity } : null
  }
  const changeText = ({ field, before, after }: Pick<Change, 'field' | 'before' | 'after'>) => {
    const [was, is] = [cellOf(before), cellOf(after)]
    if (was && is && was.place === is.place)
      return t('changeOne', {
        field: is.place,
        before: format.number(was.quantity),
        after: format.number(is.quantity),
      })
    const isNew = before === null || before === undefined || before === ''
    return isNew
      ? t('changeSet', { field: nameOf(field), after: textOf(after) })
      : t('changeOne', { field: nameOf(field), before: textOf(before), after: textOf(after) })
  }
  return { nameOf, textOf, changeText }
}
