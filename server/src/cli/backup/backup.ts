import { writeArchive } from '../archive/write.ts'
import type { Command } from '../command.ts'

export const backup: Command = {
  name: 'backup',
  usage: 'backup FILE',
  does: 'writes all tables in one snapshot and their media into one .tar.gz, also while the server runs',
  words: ['FILE'],
  run: (task) => writeArchive(task, task.words[0] ?? ''),
}
