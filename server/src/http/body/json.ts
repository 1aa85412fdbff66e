import { ApiError } from '../errors.ts'
import { type BodyLimits, depthLimit } from './limits.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

type Parsed = { fields: Record<string, unknown>; values: number }

/**
 * Parses a JSON object. Its values are counted first, because parsing and checking a body takes as long as it has
 * values, whatever its bytes.
 * @throws ApiError bad_request for what is no JSON object or too deep; too_large; method_not_allowed where `_method`
 * comes twice
 */
export const parseObject = (text: string, limits: BodyLimits): Record<string, unknown> =>
  parseCounted(text, limits).fields

/** The same, with the number of its values. */
export function parseCounted(text: string, limits: BodyLimits): Parsed {
  const values = countChecked(text, limits)
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    throw new ApiError('bad_request')
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ApiError('bad_request')
  return { fields: fields as Record<string, unknown>, values } // an object by the check above
}

function countChecked(text: string, { values }: BodyLimits): number {
  let [count, depth, overrides] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (depth === 1 && isOverride(text, at, end)) overrides += 1
      at = end
    } else if (code === openObject || code === openList) {
      depth += 1
      count += 1
    } else if (code === closeObject || code === closeList) depth -= 1
    else if (code === comma) count += 1
    if (depth > depthLimit) throw new ApiError('bad_request')
    if (count > values) throw new ApiError('too_large')
  }
  // Of two methods JSON.parse would keep the last, so that one person's reading of the body differs from another's.
  if (overrides > 1) throw new ApiError('method_not_allowed')
  return count
}

/** Where the string that begins at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === backslash) first -= 1
    // An even number of backslashes escape one another, and not the quote.
    if ((at - first) % 2 === 0) return at
  }
  return text.length
}

// Each of its seven letters may be written as an escape of six.
const longestOverride = 2 + 7 * 6
const beforeValue = /\s*:/y

/** Whether the string from `start` to `end` is the key `_method`, in whatever way it is escaped. */
function isOverride(text: string, start: number, end: number): boolean {
  beforeValue.lastIndex = end + 1
  if (end - start >= longestOverride || !beforeValue.test(text)) return false
  try {
    return JSON.parse(text.slice(start, end + 1)) === '_method'
  } catch {
    return false
  }
}
