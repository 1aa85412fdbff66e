import { achievement, type Row, type World } from './row.ts'

const to =
  (who: 'staff' | 'admin') =>
  async ({ people }: World) => ({ id: people[who].id, body: { achievement: 'racer' } })

export const achievementRows: Row[] = [
  { call: 'achievements.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'achievements.give', expect: [401, 403, 403, 201, 201, 404], make: to('staff') },
  {
    call: 'achievements.give',
    case: 'to the admin',
    expect: [401, 403, 403, 403, 201, 404],
    make: to('admin'),
  },
  {
    call: 'achievements.revoke',
    expect: [401, 403, 403, 200, 200, 404],
    make: achievement({ comment: 'Ошибка' }),
  },
  { call: 'achievements.preview', expect: [401, 403, 403, 403, 200, 200] },
  { call: 'achievements.recompute', expect: [401, 403, 403, 403, 200, 200] },
]
