import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../server/src/testing/moysklad/program.ts', import.meta.url))

type Started = { url: string; token: string; control: string }

/** Commands for the simulator: create rows, fail, or block its token. */
type Told = {
  put?: { type: 'product' | 'employee'; fields: Record<string, unknown> }
  faults?: { of: 'away' }[]
  isBlocked?: boolean
}

/** The MoySklad simulator of the server's tests as a separate program, with a small company in it. */
export async function startMoySklad() {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { url, token, control } = JSON.parse(String(line)) as Started // the shape that the program prints
  return {
    url,
    token,
    tell: async (told: Told): Promise<void> => {
      const answer = await fetch(control, { method: 'POST', body: JSON.stringify(told) })
      if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`)
    },
    close: () => child.kill(),
  }
}
