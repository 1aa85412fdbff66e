import { describe, expect, test } from 'vitest'
import { maxCellCharacters, maxColumns } from './limits.ts'
import { readTexts, readWhole, refusalOf } from './testing.ts'

const russian = 'Артикул;Название\r\n007;Набор «Уют» №1\r\n'
const expected = [
  ['Артикул', 'Название'],
  ['007', 'Набор «Уют» №1'],
]

/** Encodes like Russian spreadsheets: the upper 128 characters of Windows-1251, from TextDecoder. */
function windows1251(text: string): Buffer {
  const places = new TextDecoder('windows-1251').decode(
    Buffer.from(Array.from({ length: 256 }, (_, code) => code)),
  )
  return Buffer.from([...text].map((character) => places.indexOf(character)))
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('characters', () => {
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(russian)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${russian}`)],
    ['Windows-1251', windows1251(russian)],
    ['UTF-16 LE', Buffer.from(`\uFEFF${russian}`, 'utf16le')],
    ['UTF-16 BE', utf16be(`\uFEFF${russian}`)],
  ])('in %s are read', async (_, bytes) => {
    expect(await readTexts(bytes)).toEqual(expected)
  })

  test('at the edge of a chunk are read whole', async () => {
    const row = 'ж'.repeat(3333)
    const lines = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(index % 7)}${row}`)
    expect(await readTexts(`a\n${lines.join('\n')}`)).toEqual([['a'], ...lines.map((line) => [line])])
  })

  test.each<[string, Buffer]>([
    ['NUL', Buffer.from('a;b\n1;\0\n')],
    ['other signs of machines', Buffer.from('a;b\n1;\x07\n')],
    ['UTF-16 without a mark', Buffer.from('Article;Name', 'utf16le')],
    ['a damaged place in UTF-8', Buffer.concat([Buffer.from(russian), Buffer.from([0xd0, 0x0a])])],
    ['a damaged place in UTF-8 with a mark', Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff])],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x61])],
    ['lone halves of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00])],
  ])('are rejected for %s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toEqual({ reason: 'table_bad_text' })
  })
})

describe('separators', () => {
  test.each([
    [
      'semicolons',
      'a;b;"c,d,e"\n1,5;2;3\n',
      [
        ['a', 'b', 'c,d,e'],
        ['1,5', '2', '3'],
      ],
    ],
    [
      'commas',
      'a,"b;c;d",e\n1;2,3,4\n',
      [
        ['a', 'b;c;d', 'e'],
        ['1;2', '3', '4'],
      ],
    ],
    [
      'tabs',
      'a\tb,c\td\n1\t2;3',
      [
        ['a', 'b,c', 'd'],
        ['1', '2;3'],
      ],
    ],
    ['none', 'a\n1\n', [['a'], ['1']]],
    [
      'those of the hint of Excel',
      'sep=,\r\na;x,b\r\n1,2\r\n',
      [
        ['a;x', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'those of the first line that says something',
      '\n  \na,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%s', async (_, text, rows) => {
    expect(await readTexts(text)).toEqual(rows)
  })
})

describe('rows', () => {
  test.each(['\n', '\r\n', '\r'])('end with %j', async (end) => {
    const rows = (await readWhole(['a,b', '1,2', '', ' , ', '3,"4\r\n5"', ''].join(end))).rows
    expect(rows.map(({ row, cells }) => [row, ...cells.map((cell) => cell?.text)])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      // The two empty rows count. A line break within a text does not start a row.
      [5, '3', '4\r\n5'],
    ])
  })

  test('may have different line ends in one file', async () => {
    expect(await readTexts('a,b\r\n1,2\n3,4\r5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  test('may be shorter or longer than the header', async () => {
    expect(await readTexts('a,b\n1\n,,3\n')).toEqual([['a', 'b'], ['1'], [null, null, '3']])
  })

  test('have no numbers, and column names change no prototype', async () => {
    const { rows } = await readWhole('__proto__,constructor\n007,1.50\n')
    expect(rows[0]?.cells).toMatchObject([{ text: '__proto__' }, { text: 'constructor' }])
    expect(rows[1]?.cells).toEqual([
      { text: '007', isNumber: false, isError: false },
      { text: '1.50', isNumber: false, isError: false },
    ])
  })
})

describe('texts', () => {
  test.each([
    ['a quote that is doubled', '"say ""yes"""', 'say "yes"'],
    ['a quote within', '27" screen', '27" screen'],
    ['a formula that was guarded', "'=1+1", '=1+1'],
    ['a phone that was guarded', "'+7 900", '+7 900'],
    ['a guard in quotes', '"\'-5;x"', '-5;x'],
    ['a guarded tab', '"\'\tx"', '\tx'],
    ['a formula that was not', '=1+1', '=1+1'],
    ['an apostrophe of its own', "'n Beer", "'n Beer"],
    ['a number of lost digits', '4.60709E+12', '4.60709E+12'],
  ])('with %s', async (_, field, text) => {
    expect(await readTexts(`a;b\n${field};x`)).toEqual([
      ['a', 'b'],
      [text, 'x'],
    ])
  })

  test('with an unclosed quote are rejected with the number of the row', async () => {
    const lines = (count: number) => 'x;y\n'.repeat(count)
    expect(await refusalOf(`a;b\n1;2\n3;"4\n${lines(3)}`)).toEqual({ reason: 'table_unclosed_quote', row: 3 })
    expect(await refusalOf(`a;b\n1;2\n3;"4\n${lines(500_000)}`)).toEqual({
      reason: 'table_unclosed_quote',
      row: 3,
    })
  })

  test('may have the maximum length and no more', async () => {
    const text = 'x'.repeat(maxCellCharacters)
    expect(await readTexts(`a\n${text}`)).toEqual([['a'], [text]])
    const refused = { reason: 'table_cell_too_long', row: 2, maximum: maxCellCharacters }
    expect(await refusalOf(`a\n${text}x`)).toEqual(refused)
    expect(await refusalOf(`a\n"${text}x"`)).toEqual(refused)
    expect(await refusalOf(`a\n${'x'.repeat(15_000_000)}`)).toEqual(refused)
  })

  test('may fill the maximum number of columns and no more', async () => {
    const many = (count: number) => `a${',b'.repeat(count - 1)}`
    expect((await readTexts(many(maxColumns)))[0]).toHaveLength(maxColumns)
    expect((await readTexts(`${many(maxColumns)}${', '.repeat(500)}`))[0]).toHaveLength(maxColumns)
    const refused = { reason: 'table_too_many_columns', maximum: maxColumns }
    expect(await refusalOf(many(maxColumns + 1))).toEqual(refused)
  })
})
