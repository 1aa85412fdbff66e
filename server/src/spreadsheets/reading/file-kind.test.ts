import { describe, expect, test } from 'vitest'
import { sheetFile, workbookFile } from '../../testing/values/workbook-file.ts'
import { zipFile } from '../../testing/values/zip-file.ts'
import { maxFileBytes } from './limits.ts'
import { refusalOf } from './testing.ts'

const header = '<row r="1"><c r="A1" t="str"><v>Header</v></c></row>'
const compoundFile = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
  ])
const officeType = 'application/vnd.openxmlformats-officedocument'

describe('rejects a file that is not a supported table', () => {
  test.each<[string, Buffer | string, string]>([
    ['nothing', '', 'table_empty'],
    ['blanks', ' \r\n;;\n', 'table_empty'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'table_not_a_table'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'table_not_a_table'],
    ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), 'table_not_a_table'],
    ['a page called xls', '\uFEFF  <html><table><tr><td>1</td></tr></table>', 'table_not_a_table'],
    ['the xml of old 1C', '<?xml version="1.0"?><Workbook/>', 'table_not_a_table'],
    ['an old Excel', compoundFile('Root Entry', 'Workbook'), 'table_old_excel'],
    ['an older Excel', compoundFile('Root Entry', 'Book'), 'table_old_excel'],
    ['an old Word', compoundFile('Root Entry', 'WordDocument'), 'table_not_a_table'],
    ['an encrypted xlsx', compoundFile('Root Entry', 'EncryptedPackage'), 'table_encrypted'],
    ['an empty archive', zipFile([]), 'table_not_a_table'],
    ['an archive of texts', zipFile([{ name: 'a.csv', content: 'a;b' }]), 'table_not_a_table'],
    [
      'an archive of a table',
      zipFile([{ name: 'a.xlsx', content: sheetFile(header) }]),
      'table_archive_inside',
    ],
    [
      'an ods',
      zipFile([
        { name: 'mimetype', content: 'application/vnd.oasis' },
        { name: 'content.xml', content: '<a/>' },
      ]),
      'table_other_workbook',
    ],
    [
      'a docx',
      sheetFile(header, { contentType: `${officeType}.wordprocessingml.document.main+xml` }),
      'table_not_a_table',
    ],
    [
      'an xlsb',
      sheetFile(header, { contentType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main' }),
      'table_other_workbook',
    ],
    [
      'an xlsm',
      sheetFile(header, { contentType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
      'table_macros',
    ],
    [
      'an xlsx with macros',
      sheetFile(header, { more: [{ name: 'xl/vbaProject.bin', content: 'x' }] }),
      'table_macros',
    ],
    [
      'a table in a table',
      sheetFile(header, { more: [{ name: 'xl/embeddings/a.XLSX', content: 'x' }] }),
      'table_archive_inside',
    ],
    ['a workbook of no sheets', workbookFile({ sheets: [] }), 'table_empty'],
    ['a cut workbook', sheetFile(header).subarray(0, -30), 'table_broken'],
    ['the head of an archive', 'PK\x03\x04', 'table_broken'],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusalOf(bytes)).toEqual({ reason })
  })

  test('a file of more than 20 MB', async () => {
    expect(await refusalOf(Buffer.alloc(maxFileBytes + 1, 'a'))).toEqual({
      reason: 'table_too_large',
      maximum: 20,
    })
  })
})
