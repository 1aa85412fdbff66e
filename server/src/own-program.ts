import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program that runs in a thread or a process of its own: its file, and the flags of Node that it needs. */
export type OwnProgram = { filename: string; execArgv: string[] }

/**
 * Finds a program beside the file that starts it. A built server has the compiled program there. Development and
 * tests run the TypeScript source.
 * @param from `import.meta.url` of that file
 */
export function programBeside(from: string, name: string): OwnProgram {
  const isSource = from.endsWith('.ts')
  const filename = fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, from))
  const tsx = () => pathToFileURL(createRequire(from).resolve('tsx')).href
  return { filename, execArgv: isSource ? ['--import', tsx()] : [] }
}

/**
 * Returns an error if the program itself ended its process, for example because its file was missing. Returns null
 * if the process was killed, for example at its memory limit.
 */
export const endError = ({ filename }: OwnProgram, exitCode: number | null): Error | null =>
  exitCode ? new Error(`${basename(filename)} ended with exit code ${exitCode}`) : null
