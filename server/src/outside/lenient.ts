import { storable, unstorable } from '@artel/contract/storable'
import { z } from 'zod'

// A field of an unexpected type counts as missing, because one odd field must not fail the whole response.

/**
 * A text. Any other value becomes an empty text. NULs are removed, because they are invisible. Other
 * characters that PostgreSQL cannot store are replaced by U+FFFD, because they would fail the whole run.
 */
export const words = z
  .string()
  .overwrite((text) => storable(text.replaceAll('\0', '')))
  .catch('')

/**
 * A text whose exact value matters, such as an address. One that PostgreSQL cannot store is not of the expected
 * type.
 */
export const exact = z.string().refine((text) => !unstorable.test(text))

/** The items of a list that have the expected type. */
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
