import { useUser } from './session.ts'
import { useSettingsUpdate } from './settings.ts'

const usualLimit = 25

/** How a person likes a table: its page size and layout now, and the props that keep what they change. */
export function useTableSettings(name: string) {
  const { settings } = useUser()
  const { mutate } = useSettingsUpdate()
  const table = settings.tables?.[name] ?? {}
  const keep = (change: typeof table) =>
    mutate({ body: { parent: 'user', settings: { tables: { [name]: change } } } })
  return {
    limit: table.limit ?? usualLimit,
    layout: table.layout ?? 'table',
    onLayoutChange: (layout: 'table' | 'board') => keep({ layout }),
    props: {
      hidden: table.hidden ?? [],
      onHiddenChange: (hidden: string[]) => keep({ hidden }),
      onPageSizeChange: (limit: number) => keep({ limit }),
      density: settings.density ?? 'default',
      onDensityChange: (density: 'compact' | 'default' | 'roomy') =>
        mutate({ body: { parent: 'user', settings: { density } } }),
    },
  }
}
