import { type AuditParts, changesOf } from '../audit/audit.ts'
import type { ImportedFields } from './products.import.queries.ts'

type Rated = { id: number } & Pick<ImportedFields, 'name' | 'money' | 'coins' | 'norm_seconds'>

/** Writes an audit entry for each product whose pay or norm has changed, because these decide what work pays. */
export const auditRates = (audit: AuditParts, changes: readonly { before: Rated; after: Rated }[]) =>
  audit(
    changes.flatMap(({ before, after }) => {
      const changed = changesOf(ratesOf(before), ratesOf(after))
      if (Object.keys(changed.after).length === 0) return []
      return [
        {
          action: 'update' as const,
          entity: 'product' as const,
          id: after.id,
          title: after.name,
          ...changed,
        },
      ]
    }),
  )

const ratesOf = ({ money, coins, norm_seconds }: Rated) => ({ money, coins, norm_seconds })
