import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import {
  buildCompany,
  buildLegalEntity,
  buildTask,
  buildUser,
  type TestUser,
} from '../../testing/rows/build.ts'

type Result = { entity: string; id: number; title: string; subtitle: string }
type Person = 'staff' | 'admin' | 'stranger'

const test_ = useTestApp()
let db: Db
let people: Record<Person, TestUser>
let as: Record<Person, TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const other = await buildCompany(test_.root)
  people = {
    staff: await buildUser(test_.root, db, 'staff', {
      first_name: 'Алёна',
      last_name: 'Рысь',
      nick_name: 'Rysik',
      position: 'Упаковщица',
      phone: '+7 916 204-18-33',
    }),
    admin: await buildUser(test_.root, db, 'admin', { first_name: 'Марина', last_name: 'Зотова' }),
    stranger: await buildUser(test_.root, other, 'owner', { first_name: 'Пётр', last_name: 'Чужак' }),
  }
  as = {
    staff: await TestClient.signIn(test_.app, people.staff),
    admin: await TestClient.signIn(test_.app, people.admin),
    stranger: await TestClient.signIn(test_.app, people.stranger),
  }
})

const find = async (who: Person, q: string) => {
  const { body } = await as[who].get(`/search?q=${encodeURIComponent(q)}`)
  return body.results as Result[]
}
const titles = async (who: Person, q: string) => (await find(who, q)).map(({ title }) => title)
const make = (title: string, fields: object = {}) => buildTask(db, people.admin, { title, ...fields })
const begun = { started_at: '2026-11-20T06:00:00.000Z' }

describe('search', () => {
  test('finds tasks and people, each with a subtitle that tells it apart', async () => {
    const id = await make('Свечи для Алёны', { user_id: people.staff.id })
    expect(await find('admin', 'алЕн')).toEqual([
      { entity: 'task', id, title: 'Свечи для Алёны', subtitle: 'Алёна Рысь' },
      { entity: 'user', id: people.staff.id, title: 'Алёна Рысь', subtitle: 'Rysik, Упаковщица' },
    ])
  })

  test('finds legal entities by name and INN, for admins only', async () => {
    const id = await buildLegalEntity(db, { name: 'ИП Ромашка', inn: '500100732259' })
    const found = { entity: 'legal_entity', id, title: 'ИП Ромашка', subtitle: '500100732259' }
    for (const q of ['ромаш', '5001 0073', 'HJVFI']) expect(await find('admin', q)).toEqual([found])
    for (const who of ['staff', 'stranger'] as const) expect(await find(who, 'ромаш')).toEqual([])
  })

  test('matches all words in any order, and special characters literally', async () => {
    await make('Плед «Клетка» в коробке')
    await make('Скидка 100 %')
    expect(await titles('admin', 'короб  ПЛЕД')).toEqual(['Плед «Клетка» в коробке'])
    expect(await titles('admin', 'рысь алена')).toEqual(['Алёна Рысь'])
    expect(await titles('admin', '%')).toEqual(['Скидка 100 %'])
    for (const nothing of ['_', '\\', "'", 'плед коробок']) expect(await titles('admin', nothing)).toEqual([])
  })

  test('matches one or two letters at the beginning of a word', async () => {
    await make('Плед и юбка')
    expect(await titles('admin', 'ю')).toEqual(['Плед и юбка'])
    expect(await titles('admin', 'пл юб')).toEqual(['Плед и юбка'])
    expect(await titles('admin', 'ле')).toEqual([])
  })

  test('lists the task with the searched id first', async () => {
    const id = await make('Мыло')
    await make(`Как в задаче ${id}`)
    expect(await titles('admin', String(id))).toEqual(['Мыло', `Как в задаче ${id}`])
    expect(await titles('admin', '999999999999999999999')).toEqual([])
  })

  test('tries the other keyboard layout if nothing is found', async () => {
    await make('Привет из Твери')
    expect(await titles('admin', 'ghbdtn')).toEqual(['Привет из Твери'])
    expect(await titles('admin', 'HSCM')).toEqual(['Алёна Рысь'])
    expect(await titles('admin', 'кныш')).toEqual(['Алёна Рысь'])
  })

  test('lists open tasks before done ones, at most five', async () => {
    const done = {
      status: 'done',
      user_id: people.staff.id,
      ...begun,
      finished_at: '2026-11-20T07:00:00.000Z',
    }
    for (let n = 1; n <= 4; n++) await make(`Кружка ${n}`)
    for (let n = 5; n <= 9; n++) await make(`Кружка ${n}`, done)
    const found = await titles('admin', 'кружка')
    expect(found).toEqual(['Кружка 4', 'Кружка 3', 'Кружка 2', 'Кружка 1', 'Кружка 9'])
  })
})

describe('bad input', () => {
  test.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`, '?q=a%00b', '?q[]=a'])(
    '%s is refused',
    async (query) => {
      const { statusCode, body } = await as.admin.get(`/search${query}`)
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['q']])
    },
  )

  test.each(['(a+)+$', 'ю'.repeat(200), '%_'.repeat(100), '🦊', '] or 1=1 --', 'a b '.repeat(50)])(
    '%s is searched as plain text',
    async (q) => expect(await find('admin', q)).toEqual([]),
  )
})

test('a guest is refused', async () => {
  const guest = await TestClient.guest(test_.app)
  expect((await guest.get('/search?q=a')).statusCode).toBe(401)
})

describe('access', () => {
  test('staff find only their own tasks and the open pool', async () => {
    const other = { user_id: people.admin.id }
    await make('Шёлк свой', { user_id: people.staff.id })
    await make('Шёлк в пуле')
    const hidden = await make('Шёлк чужой', other)
    await make('Шёлк отменённый', { status: 'cancelled' })
    await make('Шёлк удалённый', { deleted_at: begun.started_at, deleted_by: people.admin.id })
    expect(await titles('staff', 'шелк')).toEqual(['Шёлк в пуле', 'Шёлк свой'])
    expect(await titles('staff', String(hidden))).toEqual([])
    expect(await titles('admin', 'шелк')).toHaveLength(4)
  })

  test('staff find colleagues only by what a public card shows', async () => {
    expect(await find('staff', 'rysi')).toMatchObject([{ title: 'Алёна Рысь', subtitle: 'Rysik' }])
    for (const secret of ['Упаковщица', '916', 'artel.test'])
      expect(await titles('staff', secret)).toEqual([])
  })

  test('nobody finds data of another company', async () => {
    const id = await make('Тайная кружка')
    for (const q of ['кружка', 'алена', String(id)]) expect(await titles('stranger', q)).toEqual([])
    expect(await titles('admin', 'чужак')).toEqual([])
  })
})
