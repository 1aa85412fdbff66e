import pg from 'pg'
import { EmbeddedDatabaseError } from '../database/embedded.ts'
import { SettingsError } from '../settings.ts'
import { StorageAwayError } from '../storage/storage.ts'
import { backup } from './backup.ts'
import { type Command, CommandError, readWords, type Terminal, UsageError } from './command.ts'
import { companyActivate, companyDeactivate } from './company-activate.ts'
import { companyCreate } from './company-create.ts'
import { companyList } from './company-list.ts'
import { demoLoad } from './demo-load.ts'
import { migrateCommand } from './migrate.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const commands: readonly Command[] = [
  companyCreate,
  companyList,
  companyActivate,
  companyDeactivate,
  migrateCommand,
  backup,
  restore,
  verify,
  demoLoad,
]

/** Runs the command that `args` name. @returns the exit code: 0; 1, it could not be done; 2, wrong words or settings */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const say = (line: string) => void terminal.stdout.write(`${line}\n`)
  const note = (line: string) => void terminal.stderr.write(`${line}\n`)
  if (args.some((word) => word === '--help' || word === '-h')) {
    say(help())
    return 0
  }
  try {
    const command = findCommand(args)
    const rest = args.slice(command.name.split(' ').length)
    await command.run({ terminal, say, note, ...readWords(command, rest) })
    return 0
  } catch (error) {
    note(explain(error))
    return error instanceof UsageError || error instanceof SettingsError ? 2 : 1
  }
}

function findCommand(args: readonly string[]): Command {
  const found = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (found) return found
  throw new UsageError(
    args.length === 0 ? help() : `There is no command ${args.slice(0, 2).join(' ')}; see --help`,
  )
}

function help(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  return ['npm run artel -- COMMAND', '', ...lines].join('\n')
}

// Connection, sign-in, unknown database, rights, resources, conflicts, an operator's hand, data that do not fit.
const mendable = /^(08|22|23|25|28|3D|40|42501|53|55|57)/

/** One line where the operator can mend it; where it is our fault, the place where it happened. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOurs = [CommandError, SettingsError, EmbeddedDatabaseError].some((kind) => error instanceof kind)
  if (isOurs) return error.message
  // Node tries each address of a host, and gathers what each has answered.
  if (error instanceof AggregateError) return explain(error.errors[0])
  if ('syscall' in error) return error.message
  if (error instanceof StorageAwayError) {
    const { cause } = error
    return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
  }
  const isRefusal = error instanceof pg.DatabaseError && mendable.test(error.code ?? '')
  return isRefusal ? `The database refused: ${error.message}` : (error.stack ?? error.message)
}
