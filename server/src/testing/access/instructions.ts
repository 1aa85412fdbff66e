import { buildInstruction } from '../rows/instructions.ts'
import type { Input, Row, World } from './row.ts'

const instruction =
  (fields: object = {}, body?: object) =>
  async ({ db, people }: World): Promise<Input> => ({
    id: await buildInstruction(db, people.admin, fields),
    ...(body && { body }),
  })

const draft = { is_published: false, published_at: null }

export const instructionRows: Row[] = [
  { call: 'instructions.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'instructions.get', expect: [401, 200, 200, 200, 200, 404], make: instruction() },
  {
    call: 'instructions.get',
    case: 'a draft',
    expect: [401, 404, 404, 200, 200, 404],
    make: instruction(draft),
  },
  {
    call: 'instructions.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { title: 'Как складывать «Уют»' } }),
  },
  {
    call: 'instructions.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: instruction({}, { body: '<p>Вчетверо</p>' }),
  },
  { call: 'instructions.remove', expect: [401, 403, 403, 200, 200, 404], make: instruction() },
  { call: 'instructions.read', expect: [401, 200, 200, 200, 200, 404], make: instruction() },
  {
    call: 'instructions.read',
    case: 'of a draft',
    expect: [401, 404, 404, 409, 409, 404],
    make: instruction(draft),
  },
  { call: 'instructions.readers', expect: [401, 403, 403, 200, 200, 404], make: instruction() },
  { call: 'instructions.revisions', expect: [401, 403, 403, 200, 200, 404], make: instruction() },
]
