import { cutText, storable, unstorable } from '@artel/contract/shapes/storable'
import { z } from 'zod'

// A field of an unexpected type counts as missing, because one odd field must not fail the whole response.

/** Maximum length of a text: several times what is kept of the longest one. */
const maxLength = 20_000

/**
 * A text. Any other value becomes an empty text. NULs are removed, because they are invisible. Other
 * characters that PostgreSQL cannot store are replaced by U+FFFD, because they would fail the whole run. What
 * is too long to be kept is cut first, because each check takes time that grows with the length.
 */
export const words = z
  .string()
  .overwrite((text) => storable(cutText(text, maxLength).replaceAll('\0', '')))
  .catch('')

/**
 * A text whose exact value matters, such as an address. One that PostgreSQL cannot store is not of the expected
 * type.
 */
export const exact = z.string().refine((text) => !unstorable.test(text))

/** The first `most` items of a list, without those that have an unexpected type. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.slice(0, most).flatMap((one) => {
        const read = item.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )
