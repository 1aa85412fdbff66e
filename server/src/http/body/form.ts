import { cutText } from '@artel/contract/storable'
import { ApiError, fieldError } from '../errors.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { type BodyLimits, depthLimit } from './limits.ts'

/** A form field as it was sent: a name such as `settings[tables][tasks]`, and its text. */
export type Pair = [name: string, value: string]

/** Reads `application/x-www-form-urlencoded`. @throws ApiError bad_request; too_large */
export function readPairs(body: Buffer, { values }: BodyLimits): Pair[] {
  // Latin-1 gives one character per byte. The escapes stand for bytes too, and only the unescaped bytes are
  // UTF-8.
  const pairs = body.toString('latin1').split('&', values + 1)
  if (pairs.length > values) throw new ApiError('too_large')
  return pairs.filter(Boolean).map((pair) => {
    const end = pair.indexOf('=')
    return end < 0 ? [decode(pair), ''] : [decode(pair.slice(0, end)), decode(pair.slice(end + 1))]
  })
}

const decode = (text: string): string => decodeUtf8(unescapeBytes(Buffer.from(text, 'latin1')))

const [percent, plus, space] = [0x25, 0x2b, 0x20]
/** The value of each character code as a hexadecimal digit; -1 if it is none. */
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? -1 : value
})

/**
 * Decodes percent escapes and plus signs in place, because the result is never longer than the text. A
 * percent sign that begins no escape stands for itself. Library functions do not fit: decodeURIComponent
 * refuses such a sign, querystring replaces invalid UTF-8, and replaceAll takes 100 ms for a million plus
 * signs.
 */
function unescapeBytes(text: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    const value = byte === percent ? escapeAt(text, at) : -1
    text[length] = value >= 0 ? value : byte === plus ? space : byte
    if (value >= 0) at += 2
    length += 1
  }
  return text.subarray(0, length)
}

/** The byte of the escape that begins at `at`; -1 if no escape begins there. */
function escapeAt(text: Buffer, at: number): number {
  const [high, low] = [digits[text[at + 1] ?? 0] ?? -1, digits[text[at + 2] ?? 0] ?? -1]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

// name, name[key], name[] and deeper. A key may be a name that a person has chosen.
const fieldName = /^[A-Za-z_]\w{0,63}(\[[^[\]\p{C}]{0,64}\]){0,10}$/u
const place = /^(0|[1-9]\d{0,3})$/
const anyPlace = /^\d+$/

/** Counts the fields of a form and the containers that the brackets of their names create. */
class Budget {
  #left: number

  constructor({ values }: BodyLimits) {
    this.#left = values
  }

  /** @throws ApiError too_large */
  take(): void {
    this.#left -= 1
    if (this.#left < 0) throw new ApiError('too_large')
  }
}

/** The fields below one name. Only the shape of the call tells whether they are a list or an object. */
class Branch {
  readonly entries = new Map<string, string | Branch>()
  #next = 0

  /** The key that `[]` stands for: the lowest free index. */
  append(): string {
    while (this.entries.has(String(this.#next))) this.#next += 1
    return String(this.#next)
  }

  toFields(): Record<string, unknown> {
    const fields: Record<string, unknown> = Object.create(null) // names and keys come from outside
    for (const [key, value] of this.entries) fields[key] = value instanceof Branch ? value.toFields() : value
    return fields
  }
}

/**
 * Nests the fields of a form as the brackets of their names say. A list becomes an object whose keys are
 * indexes. The time grows with the length of the names.
 * @throws ApiError 422 for a malformed name; too_large for a name that is too deep, for an index that no list
 * can have, and above the limits
 */
export function nestFields(pairs: readonly Pair[], limits: BodyLimits): Record<string, unknown> {
  const [root, budget] = [new Branch(), new Budget(limits)]
  for (const [name, value] of pairs) {
    if (!fieldName.test(name)) throw fieldError(cutText(name, 100), 'unknown_field')
    budget.take()
    putField(root, stepsOf(name), value, budget)
  }
  return root.toFields()
}

function stepsOf(name: string): string[] {
  const steps = name.replaceAll(']', '').split('[')
  if (steps.length > depthLimit || steps.some((step) => anyPlace.test(step) && !place.test(step))) {
    throw new ApiError('too_large')
  }
  return steps
}

function putField(root: Branch, steps: readonly string[], value: string, budget: Budget): void {
  const [last = '', ...above] = [...steps].reverse()
  const branch = above.reverse().reduce((at, step) => enter(at, step, budget), root)
  const key = last === '' ? branch.append() : last
  if (!branch.entries.has(key)) branch.entries.set(key, value)
  else {
    const list = enter(branch, key, budget)
    list.entries.set(list.append(), value)
  }
}

/**
 * The branch at a key. A value that is there already becomes its first item, because a repeated name is a
 * list.
 */
function enter(branch: Branch, step: string, budget: Budget): Branch {
  const key = step === '' ? branch.append() : step
  const there = branch.entries.get(key)
  if (there instanceof Branch) return there
  budget.take()
  const next = new Branch()
  if (there !== undefined) next.entries.set(next.append(), there)
  branch.entries.set(key, next)
  return next
}
