import { isolated } from '@artel/contract/shapes/isolate'
import { openSupplyStatuses } from '@artel/contract/supplies/supplies.line'
import { useCall } from '../../../api/cache/query.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import type { FieldProps } from '../../../forms/fields/field-frame.tsx'

/** Open supplies in the list, at most. A company does not pack more at once. */
const most = 200

type SupplyFieldProps = FieldProps<number | null> & {
  /** The label of the option without a supply. */
  none: string
  /** Always offered, even if the supply can no longer be packed. */
  chosen: number | null
}

/** Picks a supply that can still be packed, by number and destination. */
export function SupplyField({ chosen, ...props }: SupplyFieldProps) {
  const open = useCall('supplies.list', { query: { limit: most }, body: { status: [...openSupplyStatuses] } })
  const own = useCall(
    'supplies.list',
    { query: { limit: 1 }, body: { ids: [chosen ?? 0], deleted: 'with' } },
    { enabled: chosen !== null },
  )
  const offered = open.data?.supplies ?? []
  const others = (chosen !== null && own.data?.supplies) || []
  const all = [...offered, ...others.filter(({ id }) => offered.every((supply) => supply.id !== id))]
  return (
    <SelectField
      {...props}
      options={all.map(({ id, number, destination }) => ({
        value: id,
        label: destination === null ? `№ ${number}` : `№ ${number} · ${isolated(destination)}`,
      }))}
    />
  )
}
