import { z } from 'zod'
import { Slices } from '../../slices.ts'

/** Values that are parsed and written without a pause. They take 1–2 ms. */
const valuesAtOnce = 1000
/** Characters of a string that count as one value, because writing them takes as long. */
const lettersOfValue = 100
/** Characters that are collected before they are encoded to bytes. */
const piece = 65_536

/**
 * The JSON of an answer, as its shape parses it. Parses and writes a long answer in slices, so that no answer
 * blocks the event loop, however many rows it has.
 * @throws ZodError if the answer does not fit its shape
 */
export async function writeAnswer(shape: z.core.$ZodType, answer: unknown): Promise<string | Buffer> {
  if (weigh(answer) <= valuesAtOnce) return writeWhole(shape, answer) ?? 'null'
  const out = new Pieces(await Slices.begin())
  await writeParts(shape, answer, out)
  return out.join()
}

class Pieces {
  readonly slices: Slices
  readonly #pieces: Buffer[] = []
  #text = ''

  constructor(slices: Slices) {
    this.slices = slices
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= piece) this.#flush()
  }

  /**
   * Joins the pieces into one buffer. Copies them in slices, because the kernel provides the memory of a new buffer page
   * by page at the first write, which takes long for a long buffer.
   */
  async join(): Promise<Buffer> {
    this.#flush()
    const joined = Buffer.allocUnsafeSlow(this.#pieces.reduce((sum, { length }) => sum + length, 0))
    let length = 0
    for (const part of this.#pieces) {
      if (this.slices.isOver) await this.slices.next()
      length += part.copy(joined, length)
    }
    return joined
  }

  #flush(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

/** Number of values to write; a long string counts as several. Stops counting above the limit. */
function weigh(value: unknown): number {
  let weight = 0
  const look = (one: unknown): void => {
    weight += typeof one === 'string' ? 1 + one.length / lettersOfValue : 1
    if (typeof one !== 'object' || one === null) return
    for (const inner of Array.isArray(one) ? one : Object.values(one)) {
      if (weight > valuesAtOnce) return
      look(inner)
    }
  }
  look(value)
  return weight
}

type Path = readonly (string | number)[]

/** @returns undefined if there is nothing to write */
function writeWhole(shape: z.core.$ZodType, value: unknown, path: Path = []): string | undefined {
  const { data, error } = z.safeParse(shape, value)
  if (!error) return JSON.stringify(data)
  for (const issue of error.issues) issue.path.unshift(...path)
  throw error
}

type Parts = Iterable<readonly [key: string | number, shape: z.core.$ZodType]>

/**
 * The fields or items of a value that can be written one by one, each with its shape; null if they cannot.
 */
function partsOf(shape: z.core.$ZodType, value: object): Parts | null {
  // A shape with checks needs the whole value at once.
  if (shape._zod.def.checks?.length) return null
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional)
    return partsOf(shape.def.innerType, value)
  if (shape instanceof z.ZodObject)
    return shape.def.catchall ? null : Object.entries<z.core.$ZodType>(shape.shape)
  if (shape instanceof z.ZodArray && Array.isArray(value)) return itemsOf(value, shape.element)
  return shape instanceof z.ZodRecord ? entriesOf(shape, value) : null
}

function* itemsOf(list: readonly unknown[], element: z.core.$ZodType): Parts {
  for (const index of list.keys()) yield [index, element]
}

function entriesOf({ keyType, valueType }: z.ZodRecord, value: object): Parts | null {
  const { values } = keyType._zod
  // A record with listed keys must contain each of them.
  if (values) return [...values].map((key) => [String(key), valueType])
  return keyType instanceof z.ZodString
    ? Object.keys(value).map((key) => [keyType.parse(key), valueType])
    : null
}

const isLong = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && weigh(value) > valuesAtOnce

async function writeParts(
  shape: z.core.$ZodType,
  value: unknown,
  out: Pieces,
  path: Path = [],
): Promise<void> {
  const parts = isLong(value) ? partsOf(shape, value) : null
  if (!isLong(value) || !parts) return out.add(writeWhole(shape, value, path) ?? 'null')
  const isList = Array.isArray(value)
  let separator = isList ? '[' : '{'
  for (const [key, inner] of parts) {
    const part = value[key as keyof typeof value] as unknown // one of its fields or items
    const whole = isLong(part) ? null : writeWhole(inner, part, [...path, key])
    if (whole === undefined && !isList) continue
    out.add(isList ? separator : `${separator}${JSON.stringify(key)}:`)
    separator = ','
    if (whole === null) await writeParts(inner, part, out, [...path, key])
    else out.add(whole ?? 'null')
    if (out.slices.isOver) await out.slices.next()
  }
  out.add(`${separator === ',' ? '' : separator}${isList ? ']' : '}'}`)
}
