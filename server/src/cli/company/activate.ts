import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { writeAudit } from '../../features/audit/audit.ts'
import { type Command, CommandError, type Task } from '../command.ts'
import { withRoot } from '../database.ts'
import { readCompanyId } from './id.ts'

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
  const id = readCompanyId(task.words[0])
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
    .select(['name', 'is_active', 'deleting_since'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A repeated command changes nothing.
  if (!before || before.is_active === is_active) return before
  if (before.deleting_since) throw new CommandError(`A part of company ${id} is deleted already`)
  await root
    .updateTable('companies')
    .set((eb) => ({ is_active, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const action = is_active ? 'activate' : 'deactivate'
  await writeAudit(new Db(root, id), null, { action, entity: 'company', id })
  return before
}
