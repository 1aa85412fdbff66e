import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program that runs in a thread or a process of its own: its file, and the flags of Node that it needs. */
type OwnProgram = { filename: string; execArgv: string[] }

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
