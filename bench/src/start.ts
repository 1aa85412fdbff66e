import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median } from './compare.ts'
import { openStage, runProgram, type Stage } from './stage.ts'

const rounds = 5
const bareProgram = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))

type Run = { ms: number; mib: number }

/**
 * Measures the time from the command to the first answer on a migrated database, and the memory at rest,
 * against bare Fastify.
 */
export async function start(): Promise<void> {
  const stage = await openStage()
  try {
    const pairs: { ours: Run; bare: Run }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ ours: await measure(stage.startOurs), bare: await measure(startBare) })
    for (const [name, figure, unit] of [
      ['start on a migrated database', 'ms', 'ms'],
      ['memory at rest', 'mib', 'MiB'],
    ] as const) {
      const [ours, bare] = [
        median(pairs.map((pair) => pair.ours[figure])),
        median(pairs.map((pair) => pair.bare[figure])),
      ]
      console.log(
        name.padEnd(44),
        `${ours.toFixed(0)} ${unit}  ${(ours / bare).toFixed(2)} × bare Fastify (${bare.toFixed(0)} ${unit})`,
      )
    }
  } finally {
    await stage.close()
  }
}

const startBare: Stage['startOurs'] = () => runProgram([bareProgram], {})

async function measure(startIt: Stage['startOurs']): Promise<Run> {
  const begun = performance.now()
  const child = startIt()
  if (child.stdout) await once(child.stdout, 'data')
  const ms = performance.now() - begun
  // Waits until the garbage of the start-up is collected.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const mib = residentMib(child.pid ?? 0)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ms, mib }
}

/** MiB of resident memory on Linux; NaN on other systems, which lack this file. */
function residentMib(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
