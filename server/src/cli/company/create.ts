import { email } from '@artel/contract/account/password'
import { text } from '@artel/contract/shapes/primitives'
import { cutText } from '@artel/contract/shapes/storable'
import pg from 'pg'
import { z } from 'zod'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { writeAudit } from '../../features/audit/audit.ts'
import { hashPassword } from '../../features/auth/password.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { withRoot } from '../database.ts'
import { readPassword } from '../password.ts'

const usage = 'company create --name NAME --email EMAIL [--password PASSWORD]'

const draft = z.object({ name: text(200), email })

const uniqueViolation = '23505'

export const companyCreate: Command = {
  name: 'company create',
  usage,
  does: 'makes a company and its owner; the password is asked for, or read from ARTEL_PASSWORD',
  options: { name: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
  mayCreate: 'anywhere',
  async run(task) {
    const { data, error } = draft.safeParse(task.options)
    if (!data) throw new UsageError(`--${error.issues[0]?.path.join('.')} is missing or wrong: ${usage}`)
    const password = await readPassword(task, data.email)
    const id = await withRoot(task, (root) => createCompany(root, { ...data, password }))
    task.say(`company ${id}: ${data.name}, owner ${data.email}`)
  },
}

type Draft = z.infer<typeof draft> & { password: string }

async function createCompany(root: Root, { name, email, password }: Draft): Promise<number> {
  const password_hash = await hashPassword(password)
  const created_at = nowIso()
  try {
    return await root.transaction().execute(async (connection) => {
      const company = await connection
        .insertInto('companies')
        .values({ name, created_at, is_led: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      const db = new Db(connection, company.id)
      // The product shows these names until the owner enters their own.
      const names = { first_name: 'Владелец', last_name: cutText(name, 100) }
      const owner = await db
        .insert('users', { ...names, type: 'owner', email_verified_at: created_at, created_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const own = { password_set_by: owner.id, email_set_by: owner.id }
      const login = { email, company_id: company.id, user_id: owner.id, password_hash, ...own }
      await connection.insertInto('logins').values(login).execute()
      await writeAudit(db, null, {
        action: 'create',
        entity: 'company',
        id: company.id,
        after: { name, owner: email },
      })
      return company.id
    })
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === uniqueViolation
    throw isTaken ? new CommandError(`The email ${email} is taken`) : error
  }
}
