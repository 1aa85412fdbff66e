import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './compare.ts'
import { callsOfDay, type Day, listen, type Stream, work } from './day.ts'
import { hirePeople, insertTasks, openStage, type Stage } from './stage.ts'

const people = 50
/** The maximum of streams for one user. */
const streamsOfPerson = 20
const sampleMs = 5000
const settleMs = 30_000
const restMs = 10_000

type Figures = { residentMiB: number; handles: number; sockets: number; lagMs: number; cpuSeconds: number }

/**
 * Opens 1,000 streams and sends 100 calls a second for `minutes` minutes. Then closes all of them, and reports the
 * memory, handles and sockets that remain.
 */
export async function soak(minutes: number): Promise<void> {
  const stage = await openStage()
  try {
    await insertTasks(stage, 10_000)
    const staff = await hirePeople(stage, people)
    const calls = await callsOfDay(stage, staff)
    // Before the first reading, because one-time growth such as prepared statements and compiled code is no
    // drift.
    await work(calls, settleMs)
    await sleep(restMs)
    const rest = await readFigures(stage)
    const streams = await listenAll(stage, staff)
    await readFigures(stage)
    const samples: Figures[] = []
    const sampling = setInterval(async () => samples.push(await readFigures(stage)), sampleMs)
    const day = await work(calls, minutes * 60_000)
    clearInterval(sampling)
    for (const stream of streams) stream.end()
    await sleep(restMs)
    report(minutes, day, samples, streams)
    tellOfRest(rest, await readFigures(stage))
    // All places of streams must be free again.
    const again = await listenAll(stage, staff)
    for (const stream of again) stream.end()
    console.log('streams before and after'.padEnd(44), `${streams.length} and ${again.length} opened`)
  } finally {
    await stage.close()
  }
}

async function listenAll(stage: Stage, staff: readonly Record<string, string>[]): Promise<Stream[]> {
  const streams: Stream[] = []
  for (const headers of staff) streams.push(...(await listen(stage, headers, streamsOfPerson)))
  return streams
}

/** Reads the server's metrics. The lag covers the time since the previous reading. */
async function readFigures({ address }: Stage): Promise<Figures> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    residentMiB: read('process_resident_memory_bytes') / 1_048_576,
    handles: read('process_open_fds'),
    sockets: read('nodejs_active_resources\\{type="TCPSocketWrap"\\}'),
    lagMs: read('nodejs_eventloop_lag_p99_seconds') * 1000,
    cpuSeconds: read('process_cpu_seconds_total'),
  }
}

function report(minutes: number, day: Day, samples: readonly Figures[], streams: readonly Stream[]): void {
  const quantile = (part: number) => day.times.toSorted((a, b) => a - b)[Math.floor(day.times.length * part)]
  const tenth = Math.ceil(samples.length / 10)
  const memory = samples.map(({ residentMiB }) => residentMiB)
  const [first, last] = [median(memory.slice(0, tenth)), median(memory.slice(-tenth))]
  const lags = samples.map(({ lagMs }) => lagMs)
  console.log(
    `${minutes} minutes, ${streams.length} streams`.padEnd(44),
    `${(day.times.length / minutes / 60).toFixed(0)} calls a second, failed: ${JSON.stringify(day.failed)},`,
    `p95 ${quantile(0.95)?.toFixed(0)} ms, p99 ${quantile(0.99)?.toFixed(0)} ms,`,
    `${streams.reduce((sum, { heard }) => sum + heard, 0)} events heard`,
  )
  const worked = (samples.at(-1)?.cpuSeconds ?? 0) - (samples[0]?.cpuSeconds ?? 0)
  const lasted = ((samples.length - 1) * sampleMs) / 1000
  console.log('processor time of the server'.padEnd(44), `${(worked / lasted).toFixed(2)} of one core`)
  console.log(
    'memory, last tenth of the time to the first'.padEnd(44),
    `${(last / first).toFixed(3)} × (${first.toFixed(0)} and ${last.toFixed(0)} MiB)`,
  )
  console.log(
    'event loop p99, of five seconds each'.padEnd(44),
    `median ${median(lags).toFixed(0)} ms, worst ${Math.max(...lags).toFixed(0)} ms`,
  )
}

function tellOfRest(before: Figures, after: Figures): void {
  for (const name of ['handles', 'sockets', 'residentMiB'] as const) {
    console.log(
      `${name} before and after`.padEnd(44),
      `${before[name].toFixed(0)} and ${after[name].toFixed(0)}`,
    )
  }
}
