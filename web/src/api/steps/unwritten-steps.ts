import type { StepStore } from './step-store.ts'
import type { WaitingStep } from './waiting-step.ts'

export type LeftStore = StepStore & {
  /** Keeps what is not written yet, because the page may be closed. */
  leave: () => void
}

const keyOf = (person: string, id: string) => `artel-unwritten.${person}.${id}`

/**
 * Adds to a store that steps are not lost if the page is closed before the database has written them, or if it could
 * not write them. `leave` writes these steps to `storage`, which needs no waiting. Steps with photos are too large for
 * it; they are shown only after the database has written them.
 */
export function keepUnwritten(store: StepStore, person: string, storage: Storage): LeftStore {
  const unwritten = new Map<string, WaitingStep>()
  const forget = (id: string) => storage.removeItem(keyOf(person, id))
  return {
    all: async () => {
      const stored = new Map((await store.all()).map((step) => [step.id, step]))
      // A step in the storage is newer than the same step in the database.
      for (const step of readLeft(person, storage)) stored.set(step.id, step)
      return [...stored.values()].sort((one, other) => one.made_at - other.made_at)
    },
    put: async (step, photos) => {
      if (!photos) unwritten.set(step.id, step)
      await store.put(step, photos)
      if (unwritten.get(step.id) !== step) return
      unwritten.delete(step.id)
      forget(step.id)
    },
    remove: async (id) => {
      unwritten.delete(id)
      forget(id)
      await store.remove(id)
    },
    photo: store.photo,
    leave: () => {
      try {
        for (const step of unwritten.values()) storage.setItem(keyOf(person, step.id), JSON.stringify(step))
      } catch {
        // It is full. The database may still write while the page closes.
      }
    },
  }
}

function readLeft(person: string, storage: Storage): WaitingStep[] {
  const prefix = keyOf(person, '')
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parse(storage.getItem(key)) ?? [])
}

function parse(text: string | null): WaitingStep | null {
  try {
    // Only `leave` writes it, so the cast holds.
    return text === null ? null : (JSON.parse(text) as WaitingStep)
  } catch {
    return null
  }
}
