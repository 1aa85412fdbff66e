import { TableError, type TableReason } from './table-error.ts'

/**
 * The kind of a file, determined from its bytes. @throws TableError if the file is certainly no readable
 * table
 */
export function kindOf(bytes: Buffer): 'xlsx' | 'csv' {
  const reason = refusalOf(bytes)
  if (reason) throw new TableError(reason)
  return startsWith(bytes, 'PK\x03\x04') ? 'xlsx' : 'csv'
}

// The container format of Office before 2007. An encrypted xlsx uses it too.
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
// Documents, pictures and archives. An empty zip archive has its own signature.
const others = [
  '%PDF',
  '{\\rtf',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'PK\x05\x06',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
]
// Excel opens a web page saved as .xls, but it is not a table.
const markup = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</

function refusalOf(bytes: Buffer): TableReason | null {
  if (startsWith(bytes, compoundFile)) return reasonOfCompound(bytes)
  const isOther = startsWith(bytes, ...others) || markup.test(bytes.toString('latin1', 0, 1000))
  return isOther ? 'table_not_a_table' : null
}

function reasonOfCompound(bytes: Buffer): TableReason {
  const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage')) return 'table_encrypted'
  return holds('Workbook') || holds('Book') ? 'table_old_excel' : 'table_not_a_table'
}

const startsWith = (bytes: Buffer, ...signs: string[]): boolean =>
  signs.some((sign) => bytes.toString('latin1', 0, sign.length) === sign)
