import { isolated } from '@artel/contract/isolate'
import { openSupplyStatuses } from '@artel/contract/supplies.line'
import { useCall } from '../../api/query.ts'
import { SelectField } from '../../forms/choice-fields.tsx'
import type { FieldProps } from '../../forms/field-frame.tsx'

/** More are not packed at once. */
const most = 200

type SupplyFieldProps = FieldProps<number | null> & {
  /** What no supply means. */
  none: string
  /** It stays among those that are offered, wherever it stands by now. */
  chosen: number | null
}

/** A supply that can still be packed, by its number and where it goes. */
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
