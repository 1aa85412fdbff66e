import { explain } from '../operator-error.ts'
import { SettingsError, warnOfNames } from '../settings.ts'
import { backup } from './backup.ts'
import { type Command, readWords, type Terminal, UsageError } from './command.ts'
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

/**
 * Runs the command that `args` name. @returns the exit code: 0 success, 1 failure, 2 wrong arguments or
 * settings
 */
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
    for (const line of warnOfNames(terminal.env)) note(line)
    await command.run({ terminal, say, note, ...readWords(command, rest) })
    return 0
  } catch (error) {
    // For an error in the program itself: the stack.
    note(explain(error) ?? (error as Error).stack ?? String(error)) // never null for a non-Error
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
