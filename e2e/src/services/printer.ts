import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../server/src/testing/printer/program.ts', import.meta.url))

/** The names of the label printers of the demo company. Both are one program, with one trouble at a time. */
export const printerName = 'Линия 1'
export const sparePrinterName = 'Линия 2'

/** The label printer of the server's tests as a separate program, and the setting that names it. */
export async function startPrinter() {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { port, control } = JSON.parse(String(line)) as { port: number; control: string } // what it prints
  return {
    control,
    settings: { PRINTERS: `${printerName}=1:127.0.0.1:${port},${sparePrinterName}=1:localhost:${port}` },
    close: () => child.kill(),
  }
}

/** The printer of a server of the journeys. */
export const printerAt = (control: string) => ({
  tell: async (told: { trouble?: 'no_paper' | 'head_open' | null; msPerLabel?: number }): Promise<void> => {
    const answer = await fetch(control, { method: 'POST', body: JSON.stringify(told) })
    if (!answer.ok) throw new Error(`The printer answered ${answer.status}`)
  },
  countLabels: async (): Promise<number> => {
    const { labels } = (await (await fetch(control)).json()) as { labels: number } // what it answers
    return labels
  },
})
