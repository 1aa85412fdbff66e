import { type DBSchema, openDB } from 'idb'
import type { WaitingStep } from './waiting-step.ts'

export type StepStore = {
  /** In the order in which the steps were made. */
  all: () => Promise<WaitingStep[]>
  put: (step: WaitingStep) => Promise<void>
  remove: (id: string) => Promise<void>
}

interface Stored extends DBSchema {
  steps: { key: [person: string, id: string]; value: WaitingStep & { person: string } }
}

const openSteps = () =>
  openDB<Stored>('artel-steps', 1, {
    upgrade: (created) => {
      created.createObjectStore('steps', { keyPath: ['person', 'id'] })
    },
    // A newer version of the app waits in another window until this one closes its connection.
    blocking: (_, __, event) => (event.target as IDBDatabase | null)?.close(),
  })

/** Deletes the answered steps of all people at this device. */
export async function deleteAnswered(): Promise<void> {
  const database = await openSteps()
  const change = database.transaction('steps', 'readwrite')
  for (let cursor = await change.store.openCursor(); cursor; cursor = await cursor.continue())
    if (cursor.value.answered_version !== undefined) await cursor.delete()
  await change.done
  database.close()
}

/**
 * Steps of one person in the storage of the browser, where a closed page and an empty battery leave them.
 * Another person at this device has another store.
 * @throws if the browser keeps no data
 */
export async function openStepStore(person: string): Promise<StepStore> {
  const database = await openSteps()
  const ofPerson = IDBKeyRange.bound([person], [person, []])
  return {
    all: async () => {
      const rows = await database.getAll('steps', ofPerson)
      return rows
        .map(({ person: _, ...step }) => step as WaitingStep) // what `put` has written
        .sort((one, other) => one.made_at - other.made_at)
    },
    put: async (step) => {
      await database.put('steps', { ...step, person })
    },
    remove: (id) => database.delete('steps', [person, id]),
  }
}

/** Keeps steps as long as the page, where the browser keeps no data. */
export function openPageStore(): StepStore {
  const steps = new Map<string, WaitingStep>()
  return {
    all: async () => [...steps.values()],
    put: async (step) => void steps.set(step.id, step),
    remove: async (id) => void steps.delete(id),
  }
}
