import { storable } from '@artel/contract/storable'
import { z } from 'zod'

// Whatever of a foreign answer is not of its kind is as if it were not there: one odd field must not cost the whole.

/**
 * A text; none is an empty one. A NUL is left out, as nobody sees it. What else cannot be stored is told by a sign, because
 * it would end the whole run.
 */
export const words = z
  .string()
  .overwrite((text) => storable(text.replaceAll('\0', '')))
  .catch('')

/** The items of a list that are of their kind. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((one) => {
        const read = item.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )
