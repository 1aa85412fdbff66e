import { ApiFailure } from '../../api/send/failure.ts'
import type { JudgedFact } from './judged-dialog.tsx'

export type Judgement<Thing, Answer> = {
  /** The item as the person saw it. */
  base: Thing
  /** Sends the judgement with the version of `base`. */
  send: (base: Thing) => Promise<Answer>
  /** The judged facts, in words: the same facts in the same order for each state of the item. */
  factsOf: (thing: Thing) => readonly JudgedFact[]
  /** A title that says the item was changed, with its name. */
  titleOf: (current: Thing) => string
  submitLabel: string
  /** Whether the current state of the item still allows the judgement. */
  isOpen: (current: Thing) => boolean
}

export const isStale = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.code === 'stale'

/**
 * Sends a judgement about work or money with the version that the person saw. If the item was changed since,
 * shows the changes and asks again. @returns null if the person cancelled
 */
export async function judgeTogether<Thing, Answer>(
  judgement: Judgement<Thing, Answer>,
): Promise<Answer | null> {
  const { base, send, factsOf, titleOf, submitLabel, isOpen } = judgement
  try {
    return await send(base)
  } catch (failure) {
    if (!isStale(failure)) throw failure
    // The contract sends the current item with `stale`, as its page shows it.
    const current = failure.current as Thing
    // Loaded on demand, because it is seldom needed.
    const { askAnew } = await import('./judged-dialog.tsx')
    const isSure = await askAnew({
      title: titleOf(current),
      before: factsOf(base),
      now: factsOf(current),
      submitLabel,
      isOpen: isOpen(current),
      ...(failure.changed && { changed: failure.changed }),
    })
    return isSure ? judgeTogether({ ...judgement, base: current }) : null
  }
}
