import { ApiFailure } from '../api/failure.ts'
import type { JudgedFact } from './judged-dialog.tsx'

export type Judgement<Thing, Answer> = {
  /** The thing as it was seen. */
  base: Thing
  /** Sends the judgement with the version of `base`. */
  send: (base: Thing) => Promise<Answer>
  /** What is judged, in words: the same facts of each state of the thing, in one order. */
  factsOf: (thing: Thing) => readonly JudgedFact[]
  /** Says that the thing was changed, by its name. */
  titleOf: (current: Thing) => string
  submitLabel: string
  /** Whether the thing as it is now can still be judged so. */
  isOpen: (current: Thing) => boolean
}

export const isStale = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.code === 'stale'

/**
 * Judges somebody's work or money as it was seen: where it has become something else meanwhile, shows what was changed
 * and asks again. @returns null where the person has left it
 */
export async function judgeTogether<Thing, Answer>(
  judgement: Judgement<Thing, Answer>,
): Promise<Answer | null> {
  const { base, send, factsOf, titleOf, submitLabel, isOpen } = judgement
  try {
    return await send(base)
  } catch (failure) {
    if (!isStale(failure)) throw failure
    // The contract says what stands beside `stale`: the thing as its page shows it.
    const current = failure.current as Thing
    // Seldom needed, so no page carries it from the start.
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
