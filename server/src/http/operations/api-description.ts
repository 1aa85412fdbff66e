import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The OpenAPI description of all calls, ready to be sent. */
export type ApiDescription = { content: Buffer; etag: string }

// A built server has the file beside its own code. In development and in tests nothing was built.
const isSource = import.meta.url.endsWith('.ts')

const maxBytes = 64 * 1_048_576

let reading: Promise<ApiDescription> | undefined

/**
 * Reads the description once per process. Generating it takes most of a second, so the build does it, or a
 * child process in development.
 */
export function readApiDescription(): Promise<ApiDescription> {
  reading ??= read().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

async function read(): Promise<ApiDescription> {
  const content = isSource ? await runProgram() : await readFile(new URL('./openapi.json', import.meta.url))
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 27)
  return { content, etag: `"${digest}"` }
}

async function runProgram(): Promise<Buffer> {
  const program = fileURLToPath(new URL('./openapi-program.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: {},
    encoding: 'buffer',
    maxBuffer: maxBytes,
  })
  return stdout
}
