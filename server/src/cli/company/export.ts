import { writeArchive } from '../archive/write.ts'
import type { Command } from '../command.ts'
import { readCompanyId } from './id.ts'

export const companyExport: Command = {
  name: 'company export',
  usage: 'company export ID FILE',
  does: 'writes all of one company into one .tar.gz, also while the server runs',
  words: ['ID', 'FILE'],
  run: (task) => writeArchive(task, task.words[1] ?? '', readCompanyId(task.words[0])),
}
