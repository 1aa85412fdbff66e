import type { MoySkladPreview } from '@artel/contract/moysklad/moysklad.items'

/** What the first write does, and how many rows it leaves until a person decides. */
export function plannedCounts(preview: MoySkladPreview) {
  const counts = { created: 0, tied: 0, changed: 0, left: 0 }
  for (const { kind, plans } of preview) {
    // The exchange creates no users from employees. An employee can only be linked to a user.
    if (kind !== 'employee') counts.created += plans.create ?? 0
    counts.tied += plans.tie ?? 0
    counts.changed += plans.change ?? 0
    counts.left += (plans.ambiguous ?? 0) + (plans.invalid ?? 0)
  }
  return counts
}
