import { randomBytes } from 'node:crypto'
import type { UserType } from '@artel/contract/access'
import type { ImportLayout } from '@artel/contract/imports/imports'
import { innDigit } from '@artel/contract/legal-entities/legal-entities.rules'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db, type Draft } from '../../database/db.ts'
import { insertRows, type NewRow } from '../../features/imports/imports.queries.ts'

export const testPassword = 'right horse battery'

// The cheapest hash parameters, because every test signs users in and no test measures the cost of a
// password.
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1 })
let counter = 0
const unique = () => `${process.pid}-${Date.now()}-${counter++}`
/** Without digits, because no mail shows a name that could be a phone number. */
const uniqueName = () => unique().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

export type TestUser = { id: number; companyId: number; email: string; type: UserType }

/** A company with a warehouse and no users. */
export async function buildCompany(root: Root, timezone = 3): Promise<Db> {
  const company = await root
    .insertInto('companies')
    .values({ name: `Company ${uniqueName()}`, timezone, created_at: nowIso() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const db = new Db(root, company.id)
  await db.insert('warehouses', { name: 'Подольск', created_at: nowIso() }).execute()
  return db
}

export async function buildUser(
  root: Root,
  db: Db,
  type: UserType,
  fields: Partial<Draft<'users'>> = {},
): Promise<TestUser> {
  const { id } = await db
    .insert('users', { first_name: 'Дарья', last_name: 'Климова', type, created_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  const email = `${unique()}@artel.test`
  const own = { password_set_by: id, email_set_by: id }
  const login = { email, company_id: db.companyId, user_id: id, password_hash: await passwordHash, ...own }
  await root.insertInto('logins').values(login).execute()
  return { id, companyId: db.companyId, email, type }
}

/** The actor of a call by this user. The company's timezone is three hours ahead of UTC. */
export const actorOf = ({ id, companyId, type }: TestUser): Actor => ({
  userId: id,
  companyId,
  type,
  language: 'ru',
  timezone: 3,
  isCompanyActive: true,
  mustChangePassword: false,
  mustSetUpTotp: false,
  address: '127.0.0.1',
  device: 'Firefox',
})

/** A task with the fields that `createTask` sets; `fields` override them. @returns its id */
export async function buildTask(
  db: Db,
  creator: TestUser,
  fields: Partial<Draft<'tasks'>> = {},
): Promise<number> {
  const draft = { title: 'Набор «Уют»', requires_review: false, created_at: nowIso() }
  const by = { created_by: creator.id, priced_by: fields.created_by ?? creator.id }
  const { id } = await db
    .insert('tasks', { ...draft, ...by, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A view of the tasks that belongs to the maker; `user_id: null` shares it. @returns its id */
export async function buildView(
  db: Db,
  maker: TestUser,
  fields: Partial<Draft<'views'>> = {},
): Promise<number> {
  const draft = {
    screen: 'tasks',
    name: 'Срок сегодня',
    state: { filters: {} },
    created_at: nowIso(),
  } as const
  const { id } = await db
    .insert('views', { ...draft, user_id: maker.id, created_by: maker.id, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An entrepreneur with a unique INN, who is not the default legal entity. @returns the id */
export async function buildLegalEntity(
  db: Db,
  fields: Partial<Draft<'legal_entities'>> = {},
): Promise<number> {
  const first = `77${String(1_000_000 + counter++).padStart(8, '0')}`
  const second = first + innDigit(first)
  const at = nowIso()
  const draft = { name: 'ИП Климова', type: 'entrepreneur', created_at: at, updated_at: at } as const
  const { id } = await db
    .insert('legal_entities', { ...draft, inn: second + innDigit(second), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A warehouse with a unique name. @returns its id */
export async function buildWarehouse(db: Db, fields: Partial<Draft<'warehouses'>> = {}): Promise<number> {
  const { id } = await db
    .insert('warehouses', { name: `Склад ${unique()}`, created_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A product with a unique article. @returns its id */
export async function buildProduct(db: Db, fields: Partial<Draft<'products'>> = {}): Promise<number> {
  const at = nowIso()
  const { id } = await db
    .insert('products', {
      name: 'Набор «Уют»',
      article: `UY-${unique()}`,
      created_at: at,
      updated_at: at,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A finished import of products: it created one product and refused one row. @returns its id */
export async function buildImport(
  db: Db,
  user: TestUser,
  fields: Partial<Draft<'imports'>> = {},
): Promise<number> {
  const columns = [{ title: 'Артикул', field: 'article' }]
  // The driver takes jsonb as a string.
  const layout = JSON.stringify({ sheet: 0, sheets: [''], columns }) as unknown as ImportLayout
  const counts = { total: 2, created: 1, updated: 0, skipped: 0, refused: 1 }
  const { id } = await db
    .insert('imports', {
      kind: 'products',
      is_dry: false,
      overwrites: false,
      state: 'done',
      file_name: 'Наборы.csv',
      layout,
      ...counts,
      created_by: user.id,
      created_at: nowIso(),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Row numbers that no other import has.
  const row = 2 + 2 * counter++
  const fault = { field: 'name', key: 'required', column: null, value: '' }
  await insertRows(db, id, [
    {
      row,
      cells: ['A-1'],
      action: 'create',
      faults: [],
      before: null,
      version: 1,
      entity_id: await buildProduct(db),
    },
    {
      row: row + 1,
      cells: ['A-2'],
      action: 'refuse',
      faults: [fault],
      before: null,
      version: null,
      entity_id: null,
    },
  ] as NewRow[]) // an array literal widens the keys of texts to string
  return id
}

/** A session whose cookie no client has. @returns its id */
export async function buildSession(root: Root, user: TestUser): Promise<number> {
  const { id } = await root
    .insertInto('sessions')
    .values({
      token_hash: randomBytes(32),
      company_id: user.companyId,
      user_id: user.id,
      is_remembered: false,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      address: '127.0.0.1',
      created_at: nowIso(),
      last_seen_at: nowIso(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A shift that an admin entered: eight hours on Thursday, 19 November 2026. @returns its id */
export async function buildShift(
  db: Db,
  user: TestUser,
  fields: Partial<Draft<'shifts'>> = {},
): Promise<number> {
  const span = { started_at: '2026-11-19T06:00:00.000Z', ended_at: '2026-11-19T14:00:00.000Z', ...fields }
  const whole = span.ended_at ? Date.parse(span.ended_at) - Date.parse(span.started_at) : 0
  // A running shift was started by the clock.
  const source = span.ended_at
    ? ({ source: 'manual' } as const)
    : ({ source: 'clock', punched_started_at: span.started_at } as const)
  const { id } = await db
    .insert('shifts', {
      user_id: user.id,
      day: '2026-11-19',
      worked_seconds: Math.floor(whole / 1000),
      ...source,
      planned_ended_at: span.started_at,
      created_at: nowIso(),
      ...fields,
      ...span,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A user who may approve an entry of this user: preferably another user. If there is none, an archived owner.
 */
async function findApprover(db: Db, userId: number): Promise<number> {
  const found = await db
    .from('users')
    .select('id')
    .where('type', '!=', 'staff')
    .where((where) => where.or([where('type', '=', 'owner'), where('id', '!=', userId)]))
    .orderBy(sql`id = ${userId}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (found) return found.id
  const gone = { first_name: 'Вера', last_name: 'Гай', type: 'owner', status: 'archived' } as const
  return (
    await db
      .insert('users', { ...gone, created_at: nowIso() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

type EntryFields = Partial<Draft<'ledger_entries'>>

/** The approver that the product would store for such an entry. */
export async function approvalOf(db: Db, userId: number, { kind, created_by, approved_by }: EntryFields) {
  if (approved_by !== undefined) return { approved_by }
  const isFree = kind === 'purchase' || kind === 'refund' || (kind === 'achievement' && !created_by)
  return { approved_by: isFree ? null : await findApprover(db, userId) }
}

/** A bonus of 500 kopecks or coins, entered by hand. @returns the entry's id */
export async function buildEntry(db: Db, user: TestUser, fields: EntryFields = {}): Promise<number> {
  const draft = {
    ledger: 'money',
    user_id: user.id,
    amount: 500,
    kind: 'bonus',
    created_at: nowIso(),
  } as const
  const { id } = await db
    .insert('ledger_entries', { ...draft, ...(await approvalOf(db, user.id, fields)), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An achievement that was given by hand and is worth nothing. @returns its id */
export async function buildAchievement(db: Db, user: TestUser, giver: TestUser): Promise<number> {
  const draft = { achievement: 'racer', user_id: user.id, given_by: giver.id, coins: 0 } as const
  const { id } = await db
    .insert('achievements', { ...draft, created_at: nowIso() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A reward without money or coins. @returns its id */
export async function buildReward(
  db: Db,
  user: TestUser,
  giver: TestUser,
  fields: Partial<Draft<'rewards'>> = {},
): Promise<number> {
  const draft = { user_id: user.id, title: 'За порядок', created_by: giver.id, created_at: nowIso() }
  const { id } = await db
    .insert('rewards', { ...draft, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
