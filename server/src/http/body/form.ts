import { cutText } from '@artel/contract/shapes/storable'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { type BodyLimits, depthLimit } from './limits.ts'

/** A form field as it was sent: a name such as `settings[tables][tasks]`, and its text. */
export type Pair = [name: string, value: string]

const [ampersand, equals, percent, plus, space] = [0x26, 0x3d, 0x25, 0x2b, 0x20]

/**
 * Reads `application/x-www-form-urlencoded` in one pass, because thousands of short fields would need as many
 * buffers. A percent sign that begins no escape stands for itself. Library functions do not fit:
 * decodeURIComponent refuses such a sign, querystring replaces invalid UTF-8, and replaceAll takes 100 ms for
 * a million plus signs.
 * @throws ApiError bad_request for invalid UTF-8; too_large
 */
export function readPairs(body: Buffer, limits: BodyLimits): Pair[] {
  const { bytes, ends } = unescapeFields(body, limits)
  const text = decodeUtf8(bytes)
  const pairs: Pair[] = []
  let start = 0
  for (const { name, value } of ends) {
    if (value > start) pairs.push([text.slice(start, name), text.slice(name + 1, value)])
    start = value + 1
  }
  return pairs
}

/** Where the name and the value of a field end, in characters of the decoded text; the same if it has no value. */
type Ends = { name: number; value: number }

/**
 * Decodes the escapes and the plus signs of a form in place, because the result is never longer. The separators
 * stay between the fields: a character whose bytes are in two fields is then invalid UTF-8.
 * @throws ApiError too_large
 */
function unescapeFields(body: Buffer, { values }: BodyLimits): { bytes: Buffer; ends: Ends[] } {
  const ends: Ends[] = []
  let [length, characters, nameEnd] = [0, 0, -1]
  const endField = () => {
    ends.push({ name: nameEnd < 0 ? characters : nameEnd, value: characters })
    nameEnd = -1
    if (ends.length > values) throw new ApiError('too_large')
  }
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    const value = byte === percent ? escapeAt(body, at) : -1
    if (value >= 0) at += 2
    else if (byte === ampersand) endField()
    else if (byte === equals && nameEnd < 0) nameEnd = characters
    const decoded = value >= 0 ? value : byte === plus ? space : byte
    body[length] = decoded
    length += 1
    characters += unitsOf(decoded)
  }
  endField()
  return { bytes: body.subarray(0, length), ends }
}

/** Units of UTF-16 that a byte of UTF-8 begins: none if it continues a character, two if it begins one of four bytes. */
const unitsOf = (byte: number): number => ((byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1)

/** The value of each character code as a hexadecimal digit; -1 if it is none. */
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? -1 : value
})

/** The byte of the escape that begins at `at`; -1 if no escape begins there. */
function escapeAt(text: Buffer, at: number): number {
  const high = digits[text[at + 1] ?? 0] ?? -1
  const low = digits[text[at + 2] ?? 0] ?? -1
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

/** The names and keys that a field's name consists of; `[]` gives an empty one. */
function stepsOf(name: string): string[] {
  const [first = '', ...keys] = name.split('[', depthLimit + 1)
  const steps = [first, ...keys.map((key) => key.slice(0, -1))]
  if (steps.length > depthLimit || steps.some((step) => anyPlace.test(step) && !place.test(step))) {
    throw new ApiError('too_large')
  }
  return steps
}

function putField(root: Branch, steps: readonly string[], value: string, budget: Budget): void {
  let branch = root
  for (const step of steps.slice(0, -1)) branch = enter(branch, step, budget)
  const last = steps.at(-1) ?? ''
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
