import { type ZipPart, zipFile } from './zip-file.ts'

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Sheet = { name: string; xml: string; state?: string }

/** The parts of a workbook. A sheet is the inside of its `sheetData`, or a whole part as `xml`. */
export type WorkbookParts = {
  sheets: readonly (Sheet | string)[]
  /** The content of the table of shared strings. */
  strings?: string
  /** The content of the style sheet. */
  styles?: string
  /** The content of the workbook before its sheets. */
  properties?: string
  contentType?: string
  /** Parts that the workbook names but does not contain. */
  lacks?: readonly string[]
  /** Additional parts. They replace parts of the same name, compared without case. */
  more?: readonly ZipPart[]
}

/** A hand-made xlsx file with content that no program would write. */
export function workbookFile(parts: WorkbookParts): Buffer {
  const replaced = new Set(parts.more?.map(({ name }) => name.toLowerCase()))
  const own = workbookParts(parts).filter(
    ({ name }) => !replaced.has(name.toLowerCase()) && !parts.lacks?.includes(name),
  )
  return zipFile([...own, ...(parts.more ?? [])])
}

/** A workbook with one sheet. */
export const sheetFile = (rows: string, rest: Omit<WorkbookParts, 'sheets'> = {}): Buffer =>
  workbookFile({ ...rest, sheets: [rows] })

export const sheetPart = 'xl/worksheets/sheet1.xml'

export const wholeSheet = (rows: string): string =>
  `${xmlHead}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

function workbookParts({
  sheets,
  strings = '',
  styles = '',
  properties = '',
  contentType,
}: WorkbookParts): ZipPart[] {
  const named = sheets.map((sheet, index) =>
    typeof sheet === 'string' ? { name: `Sheet${index + 1}`, xml: sheet } : sheet,
  )
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    `${xmlHead}<Relationships xmlns="${packageRelationships}">${inside}</Relationships>`
  return [
    {
      name: '[Content_Types].xml',
      content: `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType ?? `${officeType}.sheet.main+xml`}"/></Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relationships}">${properties}<sheets>${named
        .map(
          ({ name, state }: Partial<Sheet>, index) =>
            `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        named
          .map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
          .join('') +
          relation('rId8001', 'sharedStrings', 'sharedStrings.xml') +
          relation('rId8002', 'styles', '/xl/styles.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `${xmlHead}<sst xmlns="${main}">${strings}</sst>` },
    { name: 'xl/styles.xml', content: `${xmlHead}<styleSheet xmlns="${main}">${styles}</styleSheet>` },
    ...named.map(({ xml }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: xml.startsWith('<?xml') ? xml : wholeSheet(xml),
    })),
  ]
}
