import { resolve } from 'node:path'
import type pg from 'pg'
import { liveNameOf } from '../events/live-events.ts'
import type { SecretKey } from '../seal.ts'
import { findSecretKey, fingerprintOf, removeOldKeyFile, replaceKeyFile } from '../secret-key.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { type Command, CommandError, type Task } from './command.ts'
import { assertDatabase, withMigrated } from './database.ts'
import { sealAnew } from './sealed.ts'

export const keyRotate: Command = {
  name: 'key rotate',
  usage: 'key rotate',
  does: 'replaces the secret key: the first run makes a new one in DATA_DIR, the second seals everything anew with it',
  async run(task) {
    await assertDatabase(task)
    const settings = readSettings(task.terminal.env)
    const key = await findSecretKey(settings)
    if (!key) throw new CommandError('There is no key yet: the first start makes one')
    if (key.old === undefined) return begin(task, settings)
    await withMigrated(task, (client) => finish(task, client, key))
    if (settings.secretKey) task.say('Remove OLD_SECRET_KEY from the settings at the next restart')
    else {
      await removeOldKeyFile(settings.dataDir)
      task.say(`The old key is removed from ${resolve(settings.dataDir)}`)
    }
  },
}

async function begin(task: Task, { secretKey, dataDir }: Settings): Promise<void> {
  if (secretKey) {
    throw new SettingsError(
      'OLD_SECRET_KEY must be given: start all processes with a new SECRET_KEY and the present one as OLD_SECRET_KEY, then run this command with both',
    )
  }
  await replaceKeyFile(dataDir)
  task.say(`A new key is in ${resolve(dataDir, 'secret-key')}: restart the server, then repeat this command`)
}

async function finish(task: Task, client: pg.Client, key: SecretKey): Promise<void> {
  await client.query('begin')
  await refuseOthers(client, key)
  const counts = await sealAnew(client, key)
  await client.query('commit')
  for (const { name, all, renewed } of counts) task.say(`${name}: ${renewed} of ${all} sealed anew`)
  const closed = counts.filter((count) => count.closed > 0)
  if (closed.length === 0) return
  const left = closed.map(({ name, closed }) => `${closed} ${name}`).join(', ')
  throw new CommandError(`Neither key opens ${left}. All others are sealed anew`)
}

/** A process that does not know the new key could not open what is sealed with it. */
async function refuseOthers(client: pg.Client, { current }: SecretKey): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
    where datname = current_database() and application_name ^@ $1 and application_name <> $2`,
    [liveNameOf(), liveNameOf(fingerprintOf(current))],
  )
  if (rowCount)
    throw new CommandError(`${rowCount} running processes do not know the new key: restart them first`)
}
