import { ApiFailure } from '../api/failure.ts'
import { askStale } from './stale-dialog.tsx'
import { type FieldWords, settledValues, staleFields } from './stale-fields.ts'

type Together<Thing, Values extends object> = {
  /** The thing that the values were made from. */
  base: Thing
  valuesOf: (thing: Thing) => Values
  /** Sends what differs from `base`, with its version. */
  send: (values: Values, base: Thing) => Promise<unknown>
  words: FieldWords
  /** Says that the thing was changed, by its name. */
  question: (current: Thing) => string
}

/**
 * Saves what others may be changing too: where they changed the same fields, asks whose stand and goes on from
 * theirs. @returns false where all was left to them
 */
export async function saveTogether<Thing, Values extends object>(
  together: Together<Thing, Values>,
  mine: Values,
): Promise<boolean> {
  const { base, valuesOf, send, words, question } = together
  try {
    await send(mine, base)
    return true
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'stale') throw failure
    // The contract says what stands beside `stale`: the thing as its page shows it.
    const current = failure.current as Thing
    const [original, theirs] = [valuesOf(base), valuesOf(current)]
    const fields = staleFields(words, original, theirs, mine)
    const { changed } = failure
    const kept = await askStale({ title: question(current), fields, ...(changed && { changed }) })
    if (!kept) return false
    return saveTogether({ ...together, base: current }, settledValues(original, theirs, mine, fields, kept))
  }
}
