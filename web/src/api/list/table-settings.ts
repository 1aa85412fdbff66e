import { useUser } from '../session/session.ts'
import { useSettingsUpdate } from '../session/settings.ts'

const usualLimit = 25

/** Table preferences of a person: the page size, the layout and the props that save changes of them. */
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
      order: table.order ?? [],
      onOrderChange: (order: string[]) => keep({ order }),
      widths: table.widths ?? {},
      onWidthChange: (column: string, width: number | null) => keep({ widths: { [column]: width } }),
      onPageSizeChange: (limit: number) => keep({ limit }),
      density: settings.density ?? 'default',
      onDensityChange: (density: 'compact' | 'default' | 'roomy') =>
        mutate({ body: { parent: 'user', settings: { density } } }),
    },
  }
}
