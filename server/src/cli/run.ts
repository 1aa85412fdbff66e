import { explain } from '../operator-error.ts'
import { SettingsError, warnOfNames } from '../settings.ts'
import { version } from '../version.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { type Command, readWords, type Terminal, UsageError } from './command.ts'
import { companyActivate, companyDeactivate } from './company/activate.ts'
import { companyCreate } from './company/create.ts'
import { companyDelete } from './company/delete.ts'
import { companyExport } from './company/export.ts'
import { companyImport } from './company/import.ts'
import { companyList } from './company/list.ts'
import { demoLoad } from './demo-load.ts'
import { keyRotate } from './key-rotate.ts'
import { migrateCommand } from './migrate.ts'
import { verify } from './verify/verify.ts'

const commands: readonly Command[] = [
  companyCreate,
  companyList,
  companyActivate,
  companyDeactivate,
  companyExport,
  companyImport,
  companyDelete,
  migrateCommand,
  backup,
  restore,
  verify,
  keyRotate,
  demoLoad,
]

/**
 * Runs the command that `args` name. @returns the exit code: 0 success, 1 failure, 2 wrong arguments or
 * settings
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const say = (line: string) => void terminal.stdout.write(`${printable(line)}\n`)
  const note = (line: string) => void terminal.stderr.write(`${printable(line)}\n`)
  const caller = callerOf(terminal)
  if (args.some((word) => word === '--help' || word === '-h')) {
    say(help(caller))
    return 0
  }
  if (args.length === 1 && args[0] === '--version') {
    say(version)
    return 0
  }
  try {
    const command = findCommand(args, caller)
    const rest = args.slice(command.name.split(' ').length)
    for (const line of warnOfNames(terminal.env)) note(line)
    await command.run({ command, terminal, say, note, ...readWords(command, rest) })
    return 0
  } catch (error) {
    // For an error in the program itself: the stack.
    note(explain(error) ?? (error as Error).stack ?? String(error)) // never null for a non-Error
    return error instanceof UsageError || error instanceof SettingsError ? 2 : 1
  }
}

/** An error of the database quotes values, and those of an archive may control the terminal. */
const printable = (line: string): string => line.replace(/[^\P{Cc}\n\t]/gu, '?')

/** What people type before a command, here or in the archive of a release. */
const callerOf = ({ env }: Terminal) => (env.npm_lifecycle_event === 'artel' ? 'npm run artel --' : 'artel')

function findCommand(args: readonly string[], caller: string): Command {
  const found = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (found) return found
  throw new UsageError(
    args.length === 0 ? help(caller) : `There is no command ${args.slice(0, 2).join(' ')}; see --help`,
  )
}

function help(caller: string): string {
  const usages = [...commands, { usage: '--version', does: 'prints the version of Artel' }]
  const width = Math.max(...usages.map(({ usage }) => usage.length))
  const lines = usages.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  return [`${caller} COMMAND`, '', ...lines].join('\n')
}
