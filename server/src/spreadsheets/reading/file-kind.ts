import { TableError, type TableReason } from './table-error.ts'

/** What a file is by its bytes. @throws TableError where it can be no table that we read */
export function kindOf(bytes: Buffer): 'xlsx' | 'csv' {
  const reason = refusalOf(bytes)
  if (reason) throw new TableError(reason)
  return startsWith(bytes, 'PK\x03\x04') ? 'xlsx' : 'csv'
}

// The container of Office before 2007, in which an encrypted xlsx lies too.
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
// Documents, pictures, archives, of which an empty one begins in its own way.
const others = [
  ...['%PDF', '{\\rtf', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF'],
  ...['PK\x05\x06', 'Rar!', '7z\xbc\xaf', '\x1f\x8b'],
]
// A page saved as .xls opens in Excel, but is no table.
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
