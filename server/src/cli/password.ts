import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { newPassword } from '@artel/contract/account/password'
import { fieldTextsEn } from '@artel/contract/errors/errors.en'
import { findFault } from '../features/auth/password.rules.ts'
import { CommandError, type Task, UsageError } from './command.ts'

/**
 * The password of a new `login`: from the option, from ARTEL_PASSWORD, or from a prompt. @throws CommandError
 */
export async function readPassword(
  { options, terminal }: Pick<Task, 'options' | 'terminal'>,
  login: string,
): Promise<string> {
  const given = options.password ?? terminal.env.ARTEL_PASSWORD
  if (given === undefined && !terminal.stdin.isTTY) {
    throw new UsageError('A password is needed: set ARTEL_PASSWORD, or run this on a terminal')
  }
  const { data } = newPassword.safeParse(given ?? (await askTwice(terminal)))
  if (data === undefined) throw new CommandError('A password has 10 to 1000 characters')
  const fault = findFault(data, login)
  if (fault) throw new CommandError(fieldTextsEn[fault])
  return data
}

async function askTwice(terminal: Task['terminal']): Promise<string> {
  // Readline edits the line, but its echo is discarded.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal.stdin, output: silence, terminal: true })
  const stopped = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new CommandError('No password was given'))),
  )
  const ask = async (question: string) => {
    terminal.stderr.write(question)
    const answer = await Promise.race([lines.question(''), stopped])
    terminal.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('Once more: ')) !== password) throw new CommandError('The two passwords differ')
    return password
  } finally {
    stopped.catch(() => {})
    lines.close()
  }
}
