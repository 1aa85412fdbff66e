import type pg from 'pg'
import { findSecretKey } from '../../secret-key.ts'
import { readSettings } from '../../settings.ts'
import { openStorage } from '../../storage/storage.ts'
import { type Check, checks } from '../checks.ts'
import { type Command, CommandError, type Task } from '../command.ts'
import { hasCompanies, withMigrated } from '../database.ts'
import { countSealed } from '../sealed.ts'
import { findMediaFaults } from './verify-media.ts'

const maxShown = 20

export const verify: Command = {
  name: 'verify',
  usage: 'verify',
  does: 'checks what the database holds against itself and the media files; ends with 1 where something is wrong',
  async run(task) {
    const { wrong, all } = await withMigrated(task, async (client) => {
      // One snapshot, so that all checks see the same committed state.
      await client.query('begin isolation level repeatable read read only')
      if (!(await hasCompanies(client))) {
        throw new CommandError('The database has no companies: there is nothing to check')
      }
      await noteLeaving(task, client)
      let count = 0
      for (const check of checks) {
        const found = await findOffenders(client, check)
        if (found) count += 1
        task.say(found ? `WRONG  ${check.name}: ${found}` : `ok     ${check.name}`)
      }
      const sealed = await verifySealed(task, client)
      await client.query('commit')
      const media = await verifyMedia(task, client)
      return {
        wrong: count + sealed.wrong + media,
        all: checks.length + sealed.all + mediaChecks,
      }
    })
    if (wrong > 0) throw new CommandError(`${wrong} of ${all} checks found something wrong`)
  },
}

/** A company whose deletion was interrupted lacks rows that its others name, so it is not checked. */
async function noteLeaving({ note }: Task, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from companies where deleting_since is not null order by id',
  )
  for (const { id } of rows) note(`A part of company ${id} is deleted: repeat company delete`)
}

/** Whether the key of this installation opens what its rows have sealed. */
async function verifySealed(task: Task, client: pg.Client): Promise<{ wrong: number; all: number }> {
  const key = await findSecretKey(readSettings(task.terminal.env))
  const counts = await countSealed(client, key)
  for (const { name, all, closed } of counts) {
    const check = `SECRET_KEY opens the ${name}`
    task.say(closed > 0 ? `WRONG  ${check}: ${closed} of ${all} cannot be opened` : `ok     ${check}`)
  }
  return { wrong: counts.filter(({ closed }) => closed > 0).length, all: counts.length }
}

const mediaChecks = 2

/** @returns how many of the two checks found a fault */
async function verifyMedia(task: Task, client: pg.Client): Promise<number> {
  const storage = await openStorage(readSettings(task.terminal.env))
  const { harmed, strays } = await findMediaFaults(client, storage)
  const report = (name: string, faults: readonly string[]) => {
    const shown = faults.slice(0, maxShown).join(', ')
    const all = faults.length > maxShown ? ` … (${faults.length} in all)` : ''
    task.say(faults.length > 0 ? `WRONG  ${name}: ${shown}${all}` : `ok     ${name}`)
    return faults.length > 0 ? 1 : 0
  }
  return (
    report('a media file is there, as it was stored', harmed) + report('a media file has its row', strays)
  )
}

type Found = { company_id: number; ids: number[]; total: number }

/** @returns the ids by company, or an empty string */
async function findOffenders(client: pg.Client, { sql }: Check): Promise<string> {
  const { rows } = await client.query<Found>(
    `select company_id, array_agg(id order by id) as ids, max(total) as total from (
      select company_id, id, count(*) over () as total from (${sql}) offenders
      where company_id not in (select id from companies where deleting_since is not null)
      order by company_id, id limit ${maxShown}
    ) shown group by company_id order by company_id`,
  )
  const [first] = rows
  if (!first) return ''
  const shown = rows.map(({ company_id, ids }) => `company ${company_id}: ${ids.join(', ')}`).join('; ')
  return first.total > maxShown ? `${shown} … (${first.total} in all)` : shown
}
