import { inject } from 'vitest'
import type { TestClient } from '../client.ts'
import type { Mood, Received, Subscribed } from './push-service.ts'

/**
 * A client of one of the run's push services, which the process that started the run hosts. All test files
 * share them.
 */
export function remotePushService(which: 0 | 1 = 0) {
  const origin = inject('pushServices')[which] ?? ''
  const ask = async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as T // the shape that the service sends
  }
  const look = (id: string) =>
    ask<{ messages: Received[]; asked: number; faults: string[] }>(`/messages?id=${id}`)
  const subscribe = (applicationServerKey: string | null = null) =>
    ask<Subscribed>('/subscribe', { applicationServerKey })
  return {
    /** Subscribes a browser of the signed-in user to pushes. */
    browserOf: async (client: TestClient): Promise<Subscribed> => {
      const { body } = await client.get('/pushes/devices')
      // The call answers with a string.
      const { id, ...subscription } = await subscribe(body.public_key as string)
      const answer = await client.post('/pushes/subscribe', subscription)
      if (answer.statusCode !== 200) throw new Error(answer.raw.body)
      return { id, ...subscription }
    },
    messages: async (id: string) => (await look(id)).messages,
    /** The messages that the browser received, parsed. */
    read: async (id: string) => (await look(id)).messages.map(({ text }) => JSON.parse(text)),
    asked: async (id: string) => (await look(id)).asked,
    faults: async (id: string) => (await look(id)).faults,
    setMood: (id: string, mood: Mood | null) => ask(`/mood?id=${id}`, { mood }),
    setOff: (id: string, isOff: boolean) => ask(`/off?id=${id}`, { isOff }),
  }
}
