import type { MoySkladPreview } from '@artel/contract/moysklad'

/** What the first writing does, and what stays aside until a person says what it is. */
export function plannedCounts(preview: MoySkladPreview) {
  const counts = { created: 0, tied: 0, changed: 0, left: 0 }
  for (const { kind, plans } of preview) {
    // Of employees nothing is made, they are only what people can be tied to.
    if (kind !== 'employee') counts.created += plans.create ?? 0
    counts.tied += plans.tie ?? 0
    counts.changed += plans.change ?? 0
    counts.left += (plans.ambiguous ?? 0) + (plans.invalid ?? 0)
  }
  return counts
}
