import { buildCustomText, buildPublication } from '../rows/localizations.ts'
import type { Input, Row, World } from './row.ts'

const text =
  (body?: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildCustomText(db, people.admin),
    ...(body && { body }),
  })

let counter = 0
const draft = () => ({ key: `access.text-${counter++}`, en: 'Shelf', ru: 'Полка' })

export const localizationRows: Row[] = [
  { call: 'localizations.list', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'localizations.get', expect: [401, 403, 403, 200, 200, 404], make: text() },
  {
    call: 'localizations.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: draft() }),
  },
  {
    call: 'localizations.store',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { localizations: [draft(), draft()] } }),
  },
  { call: 'localizations.update', expect: [401, 403, 403, 200, 200, 404], make: text({ ru: 'Стеллаж' }) },
  { call: 'localizations.remove', expect: [401, 403, 403, 200, 200, 404], make: text() },
  { call: 'localizations.sync', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'localizations.discard', expect: [401, 403, 403, 200, 200, 200], make: text() },
  { call: 'localizations.preview', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'localizations.changes', expect: [401, 403, 403, 200, 200, 404], make: text() },
  { call: 'localizations.publications', expect: [401, 403, 403, 200, 200, 200] },
  {
    call: 'localizations.restore',
    expect: [401, 403, 403, 200, 200, 404],
    make: async ({ db, people }) => {
      const id = await buildPublication(db, people.admin)
      await buildPublication(db, people.admin, '{"a":"b"}')
      return { id }
    },
  },
  // Without a file the call answers 422.
  { call: 'localizations.import', expect: [401, 403, 403, 422, 422, 422] },
]
