import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../server/src/testing/push-service/program.ts', import.meta.url))

type Started = { origin: string; host: string; cert: string }

/** The push service of the server's tests as a separate program. */
export async function startPushService(): Promise<Started & { close(): void }> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  // The shape that the program prints.
  return { ...(JSON.parse(String(line)) as Started), close: () => child.kill() }
}
