import { useCall } from '../../api/cache/query.ts'

/** Maximum number of rows. A company has few legal entities. */
const most = 200

/** The legal entities of the company as options of a field. Only admins may read them. */
export function useLegalEntityOptions({ enabled = true } = {}): { value: number; label: string }[] {
  const { data } = useCall(
    'legalEntities.list',
    { query: { limit: most, sort_by: 'name', direction: 'asc' } },
    { enabled },
  )
  return data?.legal_entities.map(({ id, name }) => ({ value: id, label: name })) ?? []
}
