import type { Command } from './command.ts'
import { bringUp, withClient } from './database.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  does: 'brings the database to the newest schema and prints what ran',
  mayCreate: 'anywhere',
  async run(task) {
    const ran = await withClient(task, (client) => bringUp(task, client))
    for (const name of ran) task.say(`migrated ${name}`)
    if (ran.length === 0) task.say('The database is of the newest schema')
  },
}
