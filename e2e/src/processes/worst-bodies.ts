import type { Call } from '@artel/contract/call'

/** A body that is expensive for a server, with its name and type. */
export type WorstBody = { name: string; type: string; content: Buffer }

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const boundary = 'multipart/form-data; boundary=x'
const mebibyte = 1_048_576

const repeat = (count: number, make: (index: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator)

const part = (name: string, value: string, headers = ''): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`

/** Bodies for any call, whatever its fields. */
const forAll: [name: string, type: string, text: string][] = [
  ['unknown keys', json, `{${repeat(90_000, (index) => `"k${index}":1`, ',')}}`],
  ['unknown keys within the budget', json, `{${repeat(900, (index) => `"k${index}":1`, ',')}}`],
  ['empty lists', json, `{"a":[${repeat(300_000, () => '[]', ',')}]}`],
  ['brackets', json, `{"a":${'['.repeat(mebibyte - 5)}`],
  ['escapes', json, `{"a":"${'\\u0041'.repeat(170_000)}"}`],
  ['backslashes', json, `{"a":"${'\\\\'.repeat(500_000)}"}`],
  ['quotes', json, `{"a":${'"\\"'.repeat(300_000)}}`],
  ['one long key', json, `{"${'k'.repeat(mebibyte - 10)}":1}`],
  ['deep lists of a form', form, repeat(1999, (index) => `a${'[1999]'.repeat(9)}[${index}]=1`, '&')],
  ['wide lists of a form', form, repeat(15_000, (index) => `ids[${index % 1999}][${index}]=1`, '&')],
  ['many fields', form, repeat(100_000, (index) => `a${index}=1`, '&')],
  ['one name many times', form, 'ids[]=1&'.repeat(130_000)],
  ['many separators', form, '&'.repeat(mebibyte - 1)],
  ['escaped bytes', form, `search=${'%25'.repeat(340_000)}`],
  ['broken escapes', form, `search=${'%'.repeat(mebibyte - 10)}`],
  ['many empty parts', boundary, `${part('a', '').repeat(10_000)}--x--\r\n`],
  ['many small parts', boundary, `${repeat(14_000, (index) => part(`a[${index % 1999}]`, '1'))}--x--\r\n`],
  ['parts without a head', boundary, `${'--x\r\n\r\n\r\n'.repeat(90_000)}--x--\r\n`],
  ['almost boundaries', boundary, `${part('a', '\r\n--'.repeat(250_000))}--x--\r\n`],
  ['many headers', boundary, `--x\r\n${'x-a: a\r\n'.repeat(100_000)}\r\n--x--\r\n`],
  [
    'a part of JSON',
    boundary,
    `${part('a', '['.repeat(900_000), 'content-type: application/json\r\n')}--x--`,
  ],
]

/** Expensive bodies of every type, for any call. */
export const bodiesForAll: readonly WorstBody[] = forAll.map(([name, type, text]) => ({
  name,
  type,
  content: Buffer.from(text),
}))

/** Texts that make weak patterns and markup parsers backtrack. */
const traps: [name: string, unit: string][] = [
  ['tags', '<x>'],
  ['comments', '<!--'],
  ['entities', '&amp'],
  ['spaces', ' '],
  ['addresses', 'a@a.'],
  ['accents', 'e\u0301\u0323'],
  ['digits', '7 '],
  ['placeholders', '{a'],
]

/** Expensive bodies for the fields of one call: long texts, and lists as long as the server reads. */
export function bodiesFor(call: Call): WorstBody[] {
  const names = fieldNames(call.body)
  if (names.length === 0) return []
  const filled = (value: unknown) =>
    Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))))
  const bytesOfOne = Math.floor((mebibyte - 2000) / names.length)
  const texts = traps.map(([name, unit]) => {
    const value = unit.repeat(Math.floor(bytesOfOne / Buffer.byteLength(unit) / 1.01) - 20)
    return { name: `${name} in all fields`, type: json, content: filled(value) }
  })
  const items = Math.floor(900 / names.length)
  const lists = [{}, 'x', -1, [[]]].map((item) => ({
    name: `lists of ${JSON.stringify(item)}`,
    type: json,
    content: filled(Array.from({ length: items }, () => item)),
  }))
  const parts = textsOfJson.map(([name, unit, around]): WorstBody => {
    const most = Math.floor(bytesOfOne / unit(100_000).length)
    const value = around.replace('*', repeat(most - 20, unit, around === '*' ? '' : ','))
    const form = `${names.map((field) => part(field, value)).join('')}--x--\r\n`
    return { name: `texts of JSON, ${name}`, type: boundary, content: Buffer.from(form) }
  })
  return [...texts, ...lists, ...parts, ...(names.includes('mapping') ? [wideFile] : [])]
}

/** A file with the most columns, and a mapping with the most names. All of them need much work to compare. */
const wideFile: WorstBody = {
  name: 'a wide file with a long mapping',
  type: boundary,
  content: Buffer.from(
    [
      part('dry_run', '1'),
      part('mapping', `{${repeat(200, (index) => `"${'Ё '.repeat(140)}z${index}":null`, ',')}}`),
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`,
      `${repeat(100, (index) => `${'ё '.repeat(140)}${index}`, ';')}\r\n--x--\r\n`,
    ].join(''),
  ),
}

/** Values of form fields that contain JSON. */
const textsOfJson: [name: string, unit: (index: number) => string, around: string][] = [
  ['objects', () => '{}', '[*]'],
  ['numbers', () => '1', '[*]'],
  ['keys', (index) => `"${index}":{}`, '{*}'],
  ['fixes', (index) => `"${index}":{"name":"x"}`, '{*}'],
  ['brackets', () => '[', '*'],
]

/** The names of a shape's fields, including those of all its alternatives. */
function fieldNames(schema: unknown): string[] {
  // The fields of any zod shape that are read here.
  const { shape, def } = schema as { shape?: object; def?: { options?: unknown[]; in?: unknown } }
  const inner = [...(def?.options ?? []), ...(def?.in ? [def.in] : [])]
  return [...new Set([...Object.keys(shape ?? {}), ...inner.flatMap(fieldNames)])]
}
