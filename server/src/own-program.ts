import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program that a separate thread or process runs. `filename`: its absolute path. */
export type OwnProgram = { filename: string }

/**
 * Finds a program beside the file that starts it. A built server has the compiled program there. Development and
 * tests run the TypeScript source, of which Node removes the types.
 * @param from `import.meta.url` of that file
 */
export function programBeside(from: string, name: string): OwnProgram {
  const isSource = from.endsWith('.ts')
  const filename = fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, from))
  return { filename }
}

/**
 * Returns an error if the program itself ended its process, for example because its file was missing. Returns null
 * if the process was killed, for example at its memory limit.
 */
export const endError = ({ filename }: OwnProgram, exitCode: number | null): Error | null =>
  exitCode ? new Error(`${basename(filename)} ended with exit code ${exitCode}`) : null
