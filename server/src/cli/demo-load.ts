import { z } from 'zod'
import { loadDemo } from '../demo/demo.ts'
import { openUploads } from '../files/uploads.ts'
import { readSettings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { withRoot } from './database.ts'

const usage = 'demo load [--scale N]'

// At a larger scale the tasks do not fit into memory, where they are sorted.
const scale = z.coerce.number().pipe(z.int().min(1).max(100))

export const demoLoad: Command = {
  name: 'demo load',
  usage,
  does: 'loads the demo company into an empty database; N times its people and tasks, for load tests',
  options: { scale: { type: 'string' } },
  mayCreate: 'anywhere',
  async run(task) {
    const { data: times } = scale.safeParse(task.options.scale ?? 1)
    if (!times) throw new UsageError(`--scale is a whole number from 1 to 100: ${usage}`)
    const lines = await withRoot(task, async (root) => {
      const company = await root.selectFrom('companies').select('name').limit(1).executeTakeFirst()
      if (company) throw new CommandError(`The database is not empty: it has the company ${company.name}`)
      const settings = readSettings(task.terminal.env)
      const uploads = await openUploads(settings.dataDir)
      const places = { storage: await openStorage(settings), uploads }
      return loadDemo(root, places, { times }).finally(() => uploads.close())
    })
    for (const line of lines ?? []) task.say(line)
  },
}
