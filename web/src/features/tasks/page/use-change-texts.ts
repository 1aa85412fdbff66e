import type { TaskEvent } from '@artel/contract/tasks/tasks.history'
import { taskPriorities } from '@artel/contract/tasks/tasks.line'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useSession } from '../../../api/session/session.ts'
import { blank } from '../../../forms/form/form-words.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'

type Shown = (value: unknown) => string
type FieldTexts = { label: string; show?: Shown }

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((name) => name === value)

/** The changes of a task event as texts: each field that a person set, before and after. */
export function useChangeTexts({ kind, changes }: TaskEvent): string[] {
  const t = useTranslations('tasks')
  const fields = useChangedFields(
    kind === 'edit' && 'user_id' in changes,
    idsIn(changes.product_id),
    idsIn(changes.supply_id),
  )
  return Object.entries(changes).flatMap(([name, [before, after]]) => {
    const field = fields[name]
    if (!field) return []
    if (!field.show) return [t('eventText', { field: field.label })]
    return [t('eventChange', { field: field.label, before: field.show(before), after: field.show(after) })]
  })
}

const idsIn = (ids: readonly unknown[] = []): number[] => ids.filter((id) => typeof id === 'number')

// A step implies its own status, so only its other changes are listed.
// For a long text only the fact is listed.
export function useChangedFields(
  namesPeople: boolean,
  productIds: number[],
  supplyIds: number[],
): Record<string, FieldTexts> {
  const t = useTranslations('tasks')
  const format = useFormat()
  const { warehouses } = useSession()
  const people = useCall('users.list', { query: { limit: 200 }, body: {} }, { enabled: namesPeople })
  const products = useCall(
    'products.list',
    { query: { limit: 200 }, body: { ids: productIds } },
    { enabled: productIds.length > 0 },
  )
  const supplies = useCall(
    'supplies.list',
    { query: { limit: 200 }, body: { ids: supplyIds, deleted: 'with' } },
    { enabled: supplyIds.length > 0 },
  )
  const orBlank =
    (show: Shown): Shown =>
    (value) =>
      value === null || value === undefined ? blank : show(value)
  const number = orBlank((value) => format.number(Number(value)))
  const person: Shown = (value) =>
    value === null
      ? t('pool')
      : (people.data?.users.find(({ id }) => id === value)?.full_name ?? `№ ${value}`)
  const priority: Shown = (value) => {
    const known = oneOf(taskPriorities, value)
    return known ? t(`priority_${known}`) : blank
  }
  return {
    title: { label: t('fieldTitle'), show: orBlank(String) },
    description: { label: t('fieldDescription') },
    priority: { label: t('fieldPriority'), show: priority },
    product_id: {
      label: t('fieldProduct'),
      show: orBlank((value) => products.data?.products.find(({ id }) => id === value)?.name ?? `№ ${value}`),
    },
    quantity: { label: t('fieldQuantity'), show: number },
    quantity_done: { label: t('done'), show: number },
    money: { label: t('money'), show: orBlank((value) => format.money(Number(value))) },
    coins: { label: t('coins'), show: number },
    norm_seconds: { label: t('fieldNorm'), show: orBlank((value) => format.duration(Number(value))) },
    due_at: {
      label: t('fieldDue'),
      show: orBlank((value) => format.date(String(value), { withTime: true })),
    },
    multimedia_ids: {
      label: t('media'),
      show: (value) => t('mediaCount', { count: Array.isArray(value) ? value.length : 0 }),
    },
    multimedia_name: { label: t('media'), show: (value) => `«${value}»` },
    requires_review: { label: t('review'), show: (value) => t(value ? 'yes' : 'no') },
    unscanned_reason: { label: t('unscannedReason'), show: orBlank(String) },
    return_reason: { label: t('returnReason'), show: orBlank(String) },
    user_id: { label: t('fieldDoer'), show: person },
    supply_id: {
      label: t('supply'),
      show: orBlank(
        (value) => `№ ${supplies.data?.supplies.find(({ id }) => id === value)?.number ?? value}`,
      ),
    },
    warehouse_id: {
      label: t('fieldWarehouse'),
      show: orBlank((value) => warehouses.find(({ id }) => id === value)?.name ?? `№ ${value}`),
    },
  }
}
