import { setTimeout as sleep } from 'node:timers/promises'
import { hirePeople, openStage, type Stage } from './stage.ts'

const streams = 500
const people = 50
const changes = 100

/** Measures the time from a change to its event on the last of many open streams, and on one stream alone. */
export async function events(): Promise<void> {
  const stage = await openStage()
  try {
    const headers = await hirePeople(stage, people)
    const [alone] = [await measure(stage, headers.slice(0, 1), 1)]
    const many = await measure(stage, headers, streams)
    report('event to 1 open stream', alone)
    report(`event to ${streams} open streams`, many)
    console.log(
      `event to the last of ${streams} streams`.padEnd(44),
      `p50 ${(many.p50 / alone.p50).toFixed(2)} × that with one`,
    )
  } finally {
    await stage.close()
  }
}

type Measured = { p50: number; p95: number; most: number }

const report = (name: string, { p50, p95, most }: Measured) =>
  console.log(
    name.padEnd(44),
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${most.toFixed(1)} ms after the answer`,
  )

/** Measures for each change the time until the last stream has its event. */
async function measure(stage: Stage, headers: Record<string, string>[], count: number): Promise<Measured> {
  const ending = new AbortController()
  let heard = 0
  let wanted = Number.POSITIVE_INFINITY
  let onAll = () => {}
  for (let index = 0; index < count; index++) {
    const own = headers[index % headers.length] ?? {}
    const response = await fetch(`${stage.address}/api/events`, { headers: own, signal: ending.signal })
    if (!response.ok || !response.body) throw new Error(`A stream was refused: ${response.status}`)
    void follow(response.body, () => {
      heard += 1
      if (heard === wanted) onAll()
    })
  }
  await sleep(500)
  const times: number[] = []
  for (let change = 0; change < changes; change++) {
    heard = 0
    wanted = count
    const all = new Promise<void>((resolve) => {
      onAll = resolve
    })
    // Every user gets the events of warehouses.
    const { url, ...request } = stage.ours('POST', '/warehouses/create', { name: `${count} ${change}` })
    const answer = await fetch(url, request)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const answered = performance.now()
    await all
    times.push(Math.max(0, performance.now() - answered))
    await sleep(40)
  }
  ending.abort()
  await sleep(300)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

/** Calls `hear` for each event until the stream ends. */
async function follow(body: ReadableStream<Uint8Array>, hear: () => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body)
      for (const line of decoder.decode(chunk, { stream: true }).split('\n'))
        if (line.startsWith('data:')) hear()
  } catch {
    // The measurement ended the stream.
  }
}
