import { calls } from '@artel/contract/index'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'

type Def = {
  type: string
  checks?: { _zod: { def: { check: string; minimum?: number } } }[]
  shape?: Record<string, ZodType>
  element?: ZodType
  innerType?: ZodType
  valueType?: ZodType
  in?: ZodType
  options?: ZodType[]
}
// zod keeps the parts of a shape here, with a separate type for each kind.
const defOf = (schema: ZodType): Def => schema._zod.def as unknown as Def

/** The required texts of a shape, each with its path. */
function* requiredTexts(schema: ZodType, path: string): Generator<[path: string, schema: ZodType]> {
  const def = defOf(schema)
  const least = def.checks?.map(({ _zod }) => (_zod.def.check === 'min_length' ? _zod.def.minimum : 0))
  if (def.type === 'string' && least?.some((minimum) => (minimum ?? 0) > 0)) yield [path, schema]
  for (const [name, inner] of Object.entries(def.shape ?? {})) yield* requiredTexts(inner, `${path}.${name}`)
  for (const inner of [def.element, def.innerType, def.valueType, def.in, ...(def.options ?? [])]) {
    if (inner) yield* requiredTexts(inner, path)
  }
}

// Secrets must stay the same to the last character, and nobody reads them. A scanned barcode is compared with
// the stored ones.
const isExact = (path: string) =>
  /\.(\w*password|token|code|secret|p256dh|auth|key)$|^supplies\.scan\.barcode$/.test(path)

const found = Object.entries(calls).flatMap(([feature, named]) =>
  Object.entries(named).flatMap(([name, { body }]) =>
    body ? [...requiredTexts(body as ZodType, `${feature}.${name}`)] : [],
  ),
)

test('finds the required texts of calls', () => {
  expect(found.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'products.create.name',
      'products.create.components.name',
      'personnel.create.first_name',
    ]),
  )
})

const nothings = [
  '\u200b',
  '\u00ad',
  '\u2060\u200b',
  '\u202e',
  '\u200f\u061c',
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u2800',
  '\ufe0f',
  '\ufeff',
  '\u034f',
  '\u0301',
  '\u180e',
  '\u{e0041}\u{e007f}',
  '\u{1d159}',
  ' \u200b\u3000\u2028 ',
]

test.each(found.filter(([path]) => !isExact(path)))(
  '%s refuses a text without visible characters',
  (_, schema) => {
    for (const nothing of nothings)
      expect(schema.safeParse(nothing).success, JSON.stringify(nothing)).toBe(false)
  },
)
