import { ApiError } from '../../errors/errors.ts'
import { type BodyLimits, depthLimit } from './limits.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

type Parsed = { fields: Record<string, unknown>; values: number }

/**
 * Parses a JSON object. Counts its values first, because the time to parse and check a body depends on the
 * number of its values and not on its bytes.
 * @throws ApiError bad_request for anything but a JSON object and for too many levels; too_large for too many
 * values; method_not_allowed for a repeated `_method`
 */
export const parseObject = (text: string, limits: BodyLimits): Record<string, unknown> =>
  parseCounted(text, limits).fields

/** Parses a JSON object and also returns the number of its values. */
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
  // JSON.parse keeps the last of two methods. Another reader of the body may use the first.
  if (overrides > 1) throw new ApiError('method_not_allowed')
  return count
}

/**
 * Index of the quote that ends the string begun at `start`; the length of the text if the string does not
 * end.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === backslash) first -= 1
    // An even number of backslashes escape one another, so the quote ends the string.
    if ((at - first) % 2 === 0) return at
  }
  return text.length
}

// Each of the seven characters of the key may be written as an escape of six characters.
const longestOverride = 2 + 7 * 6
const beforeValue = /\s*:/y

/** Whether the string from `start` to `end` is the key `_method`, in any escaped spelling. */
function isOverride(text: string, start: number, end: number): boolean {
  beforeValue.lastIndex = end + 1
  if (end - start >= longestOverride || !beforeValue.test(text)) return false
  try {
    return JSON.parse(text.slice(start, end + 1)) === '_method'
  } catch {
    return false
  }
}
