import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { OperatorError } from '../operator-error.ts'

/** What a command knows of the world; the process itself is one. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

export type Task = {
  terminal: Terminal
  /** The values of the options that were given. */
  options: { readonly [name: string]: string | boolean | undefined }
  /** As many as the command declares. */
  words: readonly string[]
  say(line: string): void
  /** For what is no part of the answer. */
  note(line: string): void
}

export type Command = {
  /** `company create`; what follows is in the usage. */
  name: string
  usage: string
  does: string
  options?: { readonly [name: string]: { type: 'string' | 'boolean' } }
  /** The names of the words that must follow. */
  words?: readonly string[]
  run(task: Task): Promise<void>
}

/** A command that could not be done. */
export class CommandError extends OperatorError {}

/** The words of the command are wrong. */
export class UsageError extends CommandError {}

/** Reads what follows the command's name. @throws UsageError */
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
    const [reason] = (error as Error).message.split(/[.\n]/) // parseArgs throws nothing else
    throw new UsageError(`${reason}: ${usage}`)
  }
}
