import { Agent, request } from 'node:http'

/** The result of a run: requests a second, and the median time of a request, ms. */
export type Load = { rate: number; p50: number }
export type Target = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

const many = 32
const rounds = 5

/** The request of a load: always the same, or a new one for each call. */
export type Asked = Target | (() => Target)

/** Sends requests from `callers` connections for `seconds` seconds. @throws if an answer is no success */
export async function load(target: Asked, seconds = 3, callers = many): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < until) {
      const start = performance.now()
      await call(typeof target === 'function' ? target() : target, agent)
      times.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  const lasted = performance.now() - start
  agent.destroy()
  return { rate: (times.length * 1000) / lasted, p50: median(times) }
}

function call({ url, method, headers, body }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 200 || answer.statusCode === 201
          ? resolve()
          : reject(new Error(`${url} answered ${answer.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Measures in turns, A B A B …, so that a drift of the machine's speed favours neither. */
export async function compare(name: string, ours: Asked, bare: Asked, callers = many): Promise<void> {
  await load(ours, 1, callers)
  await load(bare, 1, callers)
  const pairs: { ours: Load; bare: Load }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ ours: await load(ours, 3, callers), bare: await load(bare, 3, callers) })
  const rates = pairs.map((pair) => pair.ours.rate / pair.bare.rate)
  const times = pairs.map((pair) => pair.ours.p50 / pair.bare.p50)
  console.log(
    [
      name.padEnd(44),
      `rate ${median(rates).toFixed(2)} of bare`,
      `p50 ${median(times).toFixed(2)} × bare`,
      `(${Math.round(median(pairs.map(({ ours }) => ours.rate)))} and ${Math.round(median(pairs.map(({ bare }) => bare.rate)))} a second)`,
    ].join('  '),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
