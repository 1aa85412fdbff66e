import { useCall } from '../api/query.ts'

/** A company acts on behalf of few. */
const most = 200

/** The legal entities of the company as a field offers them; only admins may ask. */
export function useLegalEntityOptions({ enabled = true } = {}): { value: number; label: string }[] {
  const { data } = useCall(
    'legalEntities.list',
    { query: { limit: most, sort_by: 'name', direction: 'asc' } },
    { enabled },
  )
  return data?.legal_entities.map(({ id, name }) => ({ value: id, label: name })) ?? []
}
