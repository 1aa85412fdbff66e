import { type DBSchema, openDB } from 'idb'
import type { PhotoContent } from './waiting-photos.ts'
import type { WaitingStep } from './waiting-step.ts'

export type StepStore = {
  /** In the order in which the steps were made. */
  all: () => Promise<WaitingStep[]>
  /** @param photos contents of its photos by their keys, stored together with it or not at all */
  put: (step: WaitingStep, photos?: ReadonlyMap<string, PhotoContent>) => Promise<void>
  /** Removes a step with the contents of its photos. */
  remove: (id: string) => Promise<void>
  photo: (id: string, key: string) => Promise<PhotoContent | undefined>
}

interface Stored extends DBSchema {
  steps: { key: [person: string, id: string]; value: WaitingStep & { person: string } }
  photos: {
    key: [person: string, step: string, key: string]
    value: PhotoContent & { person: string; step: string; key: string }
  }
}

const openSteps = () =>
  openDB<Stored>('artel-steps', 2, {
    upgrade: (created, before) => {
      if (before < 1) created.createObjectStore('steps', { keyPath: ['person', 'id'] })
      created.createObjectStore('photos', { keyPath: ['person', 'step', 'key'] })
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
    put: async (step, photos) => {
      if (!photos) return void (await database.put('steps', { ...step, person }))
      const change = database.transaction(['steps', 'photos'], 'readwrite')
      const puts = [...photos].map(([key, content]) =>
        change.objectStore('photos').put({ ...content, person, step: step.id, key }),
      )
      await Promise.all([...puts, change.objectStore('steps').put({ ...step, person }), change.done])
    },
    remove: async (id) => {
      const change = database.transaction(['steps', 'photos'], 'readwrite')
      await Promise.all([
        change.objectStore('steps').delete([person, id]),
        change.objectStore('photos').delete(IDBKeyRange.bound([person, id], [person, id, []])),
        change.done,
      ])
    },
    photo: (id, key) => database.get('photos', [person, id, key]),
  }
}

/** Keeps steps as long as the page, where the browser keeps no data. */
export function openPageStore(): StepStore {
  const steps = new Map<string, WaitingStep>()
  const contents = new Map<string, ReadonlyMap<string, PhotoContent>>()
  return {
    all: async () => [...steps.values()],
    put: async (step, photos) => {
      steps.set(step.id, step)
      if (photos) contents.set(step.id, photos)
    },
    remove: async (id) => {
      steps.delete(id)
      contents.delete(id)
    },
    photo: async (id, key) => contents.get(id)?.get(key),
  }
}
