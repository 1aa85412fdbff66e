import { inject } from 'vitest'
import type { TestClient } from '../client.ts'
import type { Mood, Received, Subscribed } from './push-service.ts'

/** A push service of the run, in the process that began it: the tests of all files send to the same. */
export function remotePushService(which: 0 | 1 = 0) {
  const origin = inject('pushServices')[which] ?? ''
  const ask = async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as T // as the service writes it
  }
  const look = (id: string) =>
    ask<{ messages: Received[]; asked: number; faults: string[] }>(`/messages?id=${id}`)
  const subscribe = (applicationServerKey: string | null = null) =>
    ask<Subscribed>('/subscribe', { applicationServerKey })
  return {
    /** A browser of the person, who has switched pushes on in it. */
    browserOf: async (client: TestClient): Promise<Subscribed> => {
      const { body } = await client.get('/pushes/devices')
      const { id, ...subscription } = await subscribe(body.public_key as string) // as the call answers
      const answer = await client.post('/pushes/subscribe', subscription)
      if (answer.statusCode !== 200) throw new Error(answer.raw.body)
      return { id, ...subscription }
    },
    messages: async (id: string) => (await look(id)).messages,
    /** What has come, as the browser reads it. */
    read: async (id: string) => (await look(id)).messages.map(({ text }) => JSON.parse(text)),
    asked: async (id: string) => (await look(id)).asked,
    faults: async (id: string) => (await look(id)).faults,
    setMood: (id: string, mood: Mood | null) => ask(`/mood?id=${id}`, { mood }),
    setOff: (id: string, isOff: boolean) => ask(`/off?id=${id}`, { isOff }),
  }
}
