import { z } from 'zod'
import type { Root } from '../database/connection/open.ts'
import { Db } from '../database/db.ts'
import { writeAudit } from '../features/audit/audit.ts'
import { type Command, CommandError, type Task, UsageError } from './command.ts'
import { withRoot } from './database.ts'

const companyId = z.coerce.number().pipe(z.int().positive())

export const companyActivate: Command = {
  name: 'company activate',
  usage: 'company activate ID',
  does: 'lets its people in again',
  words: ['ID'],
  run: (task) => setActive(task, true),
}

export const companyDeactivate: Command = {
  name: 'company deactivate',
  usage: 'company deactivate ID',
  does: 'lets nobody of it in; what it has is kept',
  words: ['ID'],
  run: (task) => setActive(task, false),
}

async function setActive(task: Task, is_active: boolean): Promise<void> {
  const { data: id } = companyId.safeParse(task.words[0])
  if (!id) throw new UsageError(`${task.words[0]} is no company’s id`)
  const company = await withRoot(task, (root) =>
    root.transaction().execute((connection) => writeActive(connection, id, is_active)),
  )
  if (!company) throw new CommandError(`There is no company ${id}`)
  task.say(`company ${id}: ${company.name} is ${is_active ? 'active' : 'inactive'}`)
}

async function writeActive(
  root: Root,
  id: number,
  is_active: boolean,
): Promise<{ name: string } | undefined> {
  const before = await root
    .selectFrom('companies')
    .select(['name', 'is_active'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A repeated command changes nothing.
  if (!before || before.is_active === is_active) return before
  await root
    .updateTable('companies')
    .set((eb) => ({ is_active, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const action = is_active ? 'activate' : 'deactivate'
  await writeAudit(new Db(root, id), null, { action, entity: 'company', id })
  return before
}
