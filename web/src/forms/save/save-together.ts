import { ApiFailure } from '../../api/send/failure.ts'
import { askStale } from './stale-dialog.tsx'
import { settledValues, staleFields, type WordsByField } from './stale-fields.ts'

type Together<Thing, Values extends object> = {
  /** The item that the values were made from. */
  base: Thing
  valuesOf: (thing: Thing) => Values
  /** Sends the values that differ from `base`, with its version. */
  send: (values: Values, base: Thing) => Promise<unknown>
  words: WordsByField
  /** A title that says the item was changed, with its name. */
  question: (current: Thing) => string
}

/**
 * Saves an item that other people may be changing too. If they changed the same fields, asks which values to
 * keep and saves again over the new version. @returns false if the person returned to the form, which keeps what was typed
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
    // The contract sends the current item with `stale`, as its page shows it.
    const current = failure.current as Thing
    const [original, theirs] = [valuesOf(base), valuesOf(current)]
    const fields = staleFields(words, original, theirs, mine)
    const { changed } = failure
    const kept = await askStale({ title: question(current), fields, ...(changed && { changed }) })
    if (!kept) return false
    return saveTogether({ ...together, base: current }, settledValues(original, theirs, mine, fields, kept))
  }
}
