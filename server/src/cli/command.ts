import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { OperatorError } from '../operator-error.ts'

/** The environment and streams of a command. The process itself is one. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

export type Task = {
  command: Command
  terminal: Terminal
  /** The values of the given options. */
  options: { readonly [name: string]: string | boolean | undefined }
  /** Exactly as many as the command declares. */
  words: readonly string[]
  say(line: string): void
  /** Prints a line to stderr, such as progress. The result of the command goes to stdout. */
  note(line: string): void
}

export type Command = {
  /** Such as `company create`. The arguments are in `usage`. */
  name: string
  usage: string
  does: string
  options?: { readonly [name: string]: { type: 'string' | 'boolean' } }
  /** The names of the required arguments. */
  words?: readonly string[]
  /**
   * Whether the command may create a database: `anywhere`, or only `where set` by DATA_DIR or DATABASE_URL. Without it
   * the command needs an existing one, because an operator who forgets the settings would get an empty one.
   */
  mayCreate?: 'anywhere' | 'where set'
  run(task: Task): Promise<void>
}

/** A command failed. */
export class CommandError extends OperatorError {}

/** The arguments of the command are wrong. */
export class UsageError extends CommandError {}

/** Parses the arguments after the command's name. @throws UsageError */
export function readWords(command: Command, args: readonly string[]): Pick<Task, 'options' | 'words'> {
  const { values, positionals } = parse(command, args)
  const wanted = command.words ?? []
  const missing = wanted[positionals.length]
  if (missing) throw new UsageError(`${missing} is missing: ${command.usage}`)
  if (positionals.length > wanted.length) {
    throw new UsageError(`${positionals[wanted.length]} is a word too many: ${command.usage}`)
  }
  return { options: values, words: positionals }
}

function parse({ options = {}, usage }: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [reason] = (error as Error).message.split(/[.\n]/) // parseArgs throws only instances of Error
    throw new UsageError(`${reason}: ${usage}`)
  }
}
