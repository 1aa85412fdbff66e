import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './compare.ts'
import type { Stage } from './stage.ts'

const perSecond = 100
type Headers = Record<string, string>

/**
 * The mix of calls in a day: of a hundred calls, eighty are lists and single tasks, fifteen are changes, five
 * are files.
 */
export async function callsOfDay(
  stage: Stage,
  staff: readonly Headers[],
): Promise<(number: number) => Target> {
  const { rows } = await stage.query('select min(id)::int4 as first, max(id)::int4 as last from tasks')
  const { first, last } = rows[0]
  const file = await uploadPhoto(stage)
  return (number) => {
    const own = (target: Target): Target => ({
      ...target,
      headers: { ...target.headers, ...staff[number % staff.length] },
    })
    const kind = (number * 37) % 100
    if (kind < 5) return { ...stage.ours('GET', ''), url: `${stage.address}/storage/media/${file}` }
    if (kind < 20) return stage.ours('POST', '/tasks/create', { title: `Набор «Уют» ${number}` })
    if (kind < 50) return stage.ours('GET', `/tasks/${first + ((number * 7919) % (last - first + 1))}`)
    const filters = kind < 75 ? {} : { status: 'done' }
    return own(stage.ours('POST', `/listing/tasks?page=${1 + (number % 20)}`, filters))
  }
}

// The smallest PNG there is: one pixel.
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function uploadPhoto(stage: Stage): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ type: 'photo', path: 'tasks' })) form.set(name, value)
  form.set('file', new Blob([Buffer.from(pixel, 'base64')]), 'a.png')
  const { url, headers } = stage.ours('POST', '/multimedia')
  const answer = await fetch(url, { method: 'POST', headers, body: form })
  if (answer.status !== 201) throw new Error(`The photo was answered ${answer.status}`)
  const { multimedia } = (await answer.json()) as { multimedia: { file: string } } // the shape of this call
  return multimedia.file
}

/** The time of each call, ms, and the count of each status that is no success. */
export type Day = { times: number[]; failed: Record<string, number> }

/** Sends calls at a constant rate. It does not wait for the answers to earlier calls. */
export async function work(calls: (number: number) => Target, forMs: number): Promise<Day> {
  const agent = new Agent({ keepAlive: true })
  const day: Day = { times: [], failed: {} }
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  for (let number = 0; performance.now() - begun < forMs; number++) {
    const call = ask(agent, calls(number), day)
    open.add(call)
    void call.then(() => open.delete(call))
    await sleep(Math.max(0, begun + (number * 1000) / perSecond - performance.now()))
  }
  await Promise.all(open)
  agent.destroy()
  return day
}

function ask(agent: Agent, { url, method, headers, body }: Target, day: Day): Promise<void> {
  return new Promise((resolve) => {
    const begun = performance.now()
    const end = (status: number | string) => {
      day.times.push(performance.now() - begun)
      if (typeof status === 'string' || status >= 300) day.failed[status] = (day.failed[status] ?? 0) + 1
      resolve()
    }
    const sent = request(url, { method, headers, agent }, (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 'none'))
    })
    sent.once('error', ({ message }) => end(message))
    sent.end(body)
  })
}

export type Stream = { heard: number; end(): void }

/** Opens `count` streams of live events of a user, each on a separate connection. */
export function listen(stage: Stage, headers: Headers, count: number): Promise<Stream[]> {
  const opened = Array.from({ length: count }, () => {
    return new Promise<Stream>((resolve, reject) => {
      const sent = request(`${stage.address}/api/events`, { headers, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}`))
        const stream = { heard: 0, end: () => void sent.destroy() }
        answer.setEncoding('utf8').on('data', (text: string) => {
          stream.heard += text.split('data: ').length - 1
        })
        // An error here comes from our own end of the stream.
        answer.on('error', () => undefined)
        resolve(stream)
      })
      sent.on('error', reject)
      sent.end()
    })
  })
  return Promise.all(opened)
}
