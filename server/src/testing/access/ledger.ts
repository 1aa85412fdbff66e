import { entry, type Row, reward, type World } from './row.ts'

const toStaff =
  (body: object) =>
  async ({ people }: World) => ({ body: { user_id: people.staff.id, ...body } })

const bonus = toStaff({ amount: 100, kind: 'bonus' })

export const ledgerRows: Row[] = [
  ...(['money', 'coins'] as const).flatMap((ledger): Row[] => [
    { call: `${ledger}.list`, expect: [401, 200, 200, 200, 200, 200] },
    { call: `${ledger}.post`, expect: [401, 403, 403, 201, 201, 422], make: bonus },
    {
      call: `${ledger}.post`,
      case: 'to the admin',
      expect: [401, 403, 403, 403, 201, 422],
      make: async ({ people }) => ({ body: { user_id: people.admin.id, amount: 100, kind: 'bonus' } }),
    },
    {
      call: `${ledger}.reverse`,
      expect: [401, 403, 403, 403, 201, 404],
      make: entry(ledger, { comment: 'Ошибка' }),
    },
  ]),
  { call: 'ledger.check', expect: [401, 403, 403, 403, 200, 200] },
  { call: 'rewards.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'rewards.give', expect: [401, 403, 403, 201, 201, 422], make: toStaff({ title: 'За порядок' }) },
  { call: 'rewards.update', expect: [401, 403, 403, 200, 200, 404], make: reward({ title: 'За лад' }) },
  { call: 'rewards.remove', expect: [401, 403, 403, 200, 200, 404], make: reward() },
]
