import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'
import { Db, type Draft } from '../database/db.ts'
import { hashPassword } from '../features/auth/password.ts'
import { dayStart, getCompany } from '../features/company/company.ts'
import type { MediaStore } from '../features/multimedia/multimedia.ts'
import { type Crew, type DemoTask, makeHistory } from './history.ts'
import { insertInstructions } from './instructions.ts'
import { insertLedger } from './ledger.ts'
import { insertLegalEntities } from './legal-entities.ts'
import { type DemoPerson, demoPassword, demoPeople, isShown, listPeople } from './people.ts'
import { commentOnTask, photographProducts, photographShop, photographTasks } from './photos.ts'
import { insertProducts } from './products.ts'
import { insertPushes } from './pushes.ts'
import { Random } from './random.ts'
import { excludeBreaks, makeShifts } from './shifts.ts'
import { openShop } from './shop.ts'
import { insertSupplies } from './supplies.ts'
import { insertTexts } from './texts.ts'
import { makeToday } from './today.ts'

const timezone = 3
const demoTimes = {
  working_hours_from: '09:00',
  working_hours_to: '18:00',
  first_break_from: '11:00',
  first_break_to: '11:15',
  lunch_from: '13:00',
  lunch_to: '14:00',
  second_break_from: '16:00',
  second_break_to: '16:15',
}
/** A little longer than the history of the tasks. */
const historyMs = 92 * 86_400_000
const demoMerits = {
  achievements: {
    racer: { coins: 30 },
    virtuoso: { coins: 50 },
    marathon_runner: { coins: 100 },
    king_of_the_hill: { coins: 150 },
    hard_worker: { coins: 200 },
    leader: { coins: 200 },
    legendary_person: { coins: 300 },
    veteran: { coins: 300 },
    best_employee: { coins: 300 },
    titanium: { coins: 300 },
  },
  leagues: { silver: 3000, gold: 5000, platinum: 7000, diamond: 9500 },
}
const demoLock = 7_304_112

/**
 * Loads the demo company into an empty database. For load tests, `times` multiplies its staff, tasks and
 * sets.
 * @param onBegin called before anything is loaded
 * @returns lines that say how to sign in, or null if the database has another company
 */
export async function loadDemo(
  root: Root,
  places: MediaStore,
  { times = 1, onBegin = () => {} }: { times?: number; onBegin?: () => void } = {},
): Promise<string[] | null> {
  const isDemo = await root.transaction().execute(async (connection) => {
    await holdDemo(connection)
    const companies = await connection.selectFrom('companies').select('is_demo').limit(1).execute()
    if (companies.length === 0) {
      onBegin()
      await insertCompany(connection, places, times)
    }
    return companies[0]?.is_demo ?? true
  })
  return isDemo ? demoPeople.slice(0, 3).map(({ type, email }) => `${type}: ${email}, ${demoPassword}`) : null
}

const lookMs = 200

/**
 * Waits for the lock of the demo. If two processes start at once on an empty database, one loads the demo and
 * the other waits without a time limit.
 */
async function holdDemo(connection: Root): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(${demoLock}) as held`.execute(connection)
    if (rows[0]?.held) return
    // Polls instead of waiting in a statement, because each statement has a timeout after which its
    // connection is closed.
    await sleep(lookMs)
  }
}

async function insertCompany(root: Root, places: MediaStore, times: number): Promise<void> {
  // With many tasks, their creation in memory exceeds the idle timeout of a transaction.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(root)
  const at = now()
  const began = new Date(at.getTime() - historyMs)
  const { id } = await root
    .insertInto('companies')
    .values({
      name: 'Северный дом',
      address: 'Подольск, Домодедовское шоссе, 7',
      phone: '+7 495 204-18-33',
      email: 'hello@artel.demo',
      is_demo: true,
      timezone,
      ...demoTimes,
      // A long grace, so that a visitor in the evening does not see all shifts end a minute later.
      settings: { hours: { grace_minutes: 720 }, ...demoMerits },
      created_at: began.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const db = new Db(root, id)
  const random = new Random(2026)
  const people = await insertPeople(db, root, random, at, began, listPeople(times))
  const created = { created_by: people.leads[0] ?? 0, created_at: began.toISOString() }
  const crew = { ...people, productOf: await insertProducts(db, new Random(2029), created, times) }
  await insertLegalEntities(db, at)
  const tasks = makeTasks(random, crew, at, times)
  const schedule = await getCompany(db)
  await insertTasks(
    db,
    tasks.map((made) => excludeBreaks(made, schedule)),
  )
  await insertSupplies(db, new Random(2030), crew, at)
  await insertShifts(db, makeShifts(new Random(2027), schedule, tasks, at.getTime()))
  const shop = await openShop(db, new Random(2031), crew, created)
  await insertLedger(db, new Random(2028), crew.leads[0] ?? 0, at, shop.visit)
  await shop.close(at.getTime())
  await photographProducts(db, places, created, crew.productOf)
  await photographShop(db, places, created, shop.itemOf)
  await insertInstructions(db, places, new Random(2032), crew, created, at)
  await insertPushes(db, new Random(2033), crew, at)
  await insertTexts(db, crew.leads[0] ?? 0, at)
  await photograph(db, places, crew, at)
}

/** Adds photos to tasks of the staff account whose credentials are shown, and a comment with a photo. */
async function photograph(db: Db, places: MediaStore, crew: Crew, at: Date): Promise<void> {
  const [assignee, lead] = [crew.assignees[0], crew.leads[0]]
  if (assignee === undefined || lead === undefined) return
  const tasks = await db
    .from('tasks')
    .select('id')
    .where('user_id', '=', assignee)
    .where('status', 'in', ['in_progress', 'paused', 'open'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const created = { created_by: lead, created_at: at.toISOString() }
  await photographTasks(
    db,
    places,
    created,
    tasks.map(({ id }) => id),
  )
  const [task] = tasks
  if (task) await commentOnTask(db, places, { ...created, created_by: assignee }, task.id)
}

/** All tasks in the order of creation. `crew` consists of `times` shifts, each with its own board. */
function makeTasks(random: Random, crew: Crew, at: Date, times: number): DemoTask[] {
  const today = Date.parse(
    dayStart(new Date(at.getTime() + timezone * 3_600_000).toISOString().slice(0, 10), timezone),
  )
  // The board reaches some hours back, at night into the day before. Nobody may do two tasks at once there.
  const boardFrom = new Date(at.getTime() - 8 * 3_600_000).toISOString()
  const tasks = makeHistory(random, crew, today).filter(({ task }) => (task.finished_at ?? '') < boardFrom)
  const size = crew.assignees.length / times
  for (let first = 0; first < crew.assignees.length; first += size) {
    const shift = { ...crew, assignees: crew.assignees.slice(first, first + size) }
    tasks.push(...makeToday(random, shift, at.getTime()))
  }
  return tasks.sort((a, b) => (a.task.created_at < b.task.created_at ? -1 : 1))
}

const demoWarehouses = {
  Подольск: 'Московская обл., Подольск, Домодедовское шоссе, 7',
  Коледино: 'Московская обл., Подольск, Коледино, Троицкая ул., 20',
  Тула: 'Тула, Щегловская засека, 31',
}

async function insertPeople(
  db: Db,
  root: Root,
  random: Random,
  at: Date,
  began: Date,
  people: readonly DemoPerson[],
): Promise<Omit<Crew, 'productOf'>> {
  const created_at = began.toISOString()
  const places = Object.entries(demoWarehouses).map(([name, address]) => ({ name, address, created_at }))
  const warehouses = await db.insert('warehouses', places).returning('id').execute()
  const password_hash = await hashPassword(demoPassword)
  const crew = { assignees: [] as number[], leads: [] as number[], warehouseOf: new Map<number, number>() }
  for (const { name, nick, type, position, email, standing } of people) {
    const [first_name = '', last_name = ''] = name.split(' ')
    const hired = new Date(at.getTime() - random.between(120, 900) * 86_400_000).toISOString()
    const warehouse_id = random.pick(warehouses).id
    const { id } = await db
      .insert('users', {
        first_name,
        last_name,
        nick_name: nick ?? null,
        type,
        position,
        warehouse_id,
        phone: `+7 916 ${random.between(100, 999)}-${random.between(10, 99)}-${random.between(10, 99)}`,
        hired_on: hired.slice(0, 10),
        birth_date: birthday(email),
        status: standing === 'archived' ? 'archived' : 'active',
        email_verified_at: standing === 'invited' ? null : created_at,
        last_seen_at:
          standing === undefined
            ? new Date(at.getTime() - random.between(1, 900) * 60_000).toISOString()
            : null,
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [owner = id, admin = id] = crew.leads
    // Accounts with shown credentials are their own authors, so that they keep their credentials when
    // promoted.
    const author = isShown(email) ? id : type === 'staff' ? admin : owner
    const hasPassword = standing !== 'invited'
    await root
      .insertInto('logins')
      .values({
        email,
        company_id: db.companyId,
        user_id: id,
        email_set_by: author,
        ...(hasPassword && { password_hash, password_set_by: author }),
      })
      .execute()
    if (standing !== undefined) continue
    if (type === 'staff') crew.warehouseOf.set(id, warehouse_id)
    const group = type === 'staff' ? crew.assignees : crew.leads
    group.push(id)
  }
  return crew
}

/** A day between 1968 and 2005, always the same for the same person. */
function birthday(email: string): string {
  const random = new Random([...email].reduce((sum, sign) => sum + sign.charCodeAt(0), 0))
  return new Date(Date.UTC(random.between(1968, 2005), random.between(0, 11), random.between(1, 28)))
    .toISOString()
    .slice(0, 10)
}

const batchSize = 500

async function insertShifts(db: Db, all: readonly Draft<'shifts'>[]): Promise<void> {
  for (let from = 0; from < all.length; from += batchSize) {
    await db.insert('shifts', all.slice(from, from + batchSize)).execute()
  }
}

async function insertTasks(db: Db, all: readonly ReturnType<typeof excludeBreaks>[]): Promise<void> {
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize)
    const ids = await db
      .insert(
        'tasks',
        batch.map(({ task }) => task),
      )
      .returning('id')
      .execute()
    const times = batch.flatMap(
      // The insert returned one id for each row of the batch.
      ({ times }, index) => times.map((time) => ({ ...time, task_id: ids[index]!.id })),
    )
    if (times.length > 0) await db.insert('task_times', times).execute()
  }
}
