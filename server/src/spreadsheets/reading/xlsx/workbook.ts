import { posix } from 'node:path'
import { cutText, storable } from '@artel/contract/shapes/storable'
import type { Reach } from '../reach.ts'
import type { ReadRow } from '../rows.ts'
import { broken, TableError } from '../table-error.ts'
import { type NumberKind, readNumberKinds } from './number-formats.ts'
import { readSharedStrings, SharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { attributesOf, readXml } from './xml.ts'
import { openZip, unpack } from './zip.ts'

/** The visible sheets by name, and the non-empty rows of each. */
export type Sheets = {
  names: readonly string[]
  rows: (index: number, reach: Reach) => AsyncGenerator<ReadRow>
}

type Parts = ReturnType<typeof openZip>
type Part = Parts extends Map<string, infer One> ? One : never

export type Workbook = Sheets & {
  parts: Parts
  /** The archive part that contains the sheet. */
  partOf: (index: number) => Part
  kinds: () => Promise<readonly NumberKind[]>
  is1904: boolean
}
type Relation = { id: string; type: string; path: string }

/** Opens an xlsx. @throws TableError if the file is not an xlsx that can be read */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const parts = openZip(bytes)
  await checkContent(parts)
  const [main] = await readRelations(parts, '', 'officeDocument')
  if (!main) throw broken()
  const { sheets, is1904 } = await readWorkbook(parts, main.path)
  const relations = await readRelations(parts, main.path)
  const paths = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, path }) => [id, path]),
  )
  // Chart sheets are not tables.
  const seen = sheets.filter(({ id }) => paths.has(id))
  // Some programs list these parts even if the file does not contain them.
  const partOf = (type: string) => {
    const path = relations.find((relation) => relation.type === type)?.path
    return path !== undefined && parts.has(path.toLowerCase()) ? piecesOf(parts, path) : null
  }
  const shared = once(async () => {
    const pieces = partOf('sharedStrings')
    return pieces ? readSharedStrings(pieces) : new SharedStrings()
  })
  const kinds = once(async () => {
    const pieces = partOf('styles')
    return pieces ? readNumberKinds(pieces) : []
  })
  const pathOf = (index: number): string => {
    const path = paths.get(seen[index]?.id ?? '')
    if (path === undefined) throw broken()
    return path
  }
  return {
    names: seen.map(({ name }) => name),
    parts,
    kinds,
    is1904,
    partOf: (index) => partNamed(parts, pathOf(index)),
    async *rows(index, reach) {
      const path = pathOf(index)
      yield* readSheet(counted(parts, path, reach), { strings: await shared(), kinds: await kinds(), is1904 })
    },
  }
}

const contentTypes = '[content_types].xml'
const mainTypes =
  /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(sheet|template)\.main\+xml$/

/** Checks from the list of content types which program wrote the file. */
async function checkContent(parts: Parts): Promise<void> {
  if (!parts.has(contentTypes)) {
    // The native formats of LibreOffice and Numbers.
    const isOther = parts.has('content.xml') || parts.has('index/document.iwa')
    throw new TableError(isOther ? 'table_other_workbook' : 'table_not_a_table')
  }
  const types: string[] = []
  await readXml(piecesOf(parts, contentTypes), {
    open(name, attributes) {
      if (name !== 'Override' && name !== 'Default') return
      if (types.length >= parts.size + maxDefaults) throw broken()
      types.push(attributesOf(attributes).get('ContentType') ?? '')
    },
  })
  if (types.some((type) => type.startsWith('application/vnd.ms-excel.sheet.binary'))) {
    throw new TableError('table_other_workbook')
  }
  const isMacro = [...parts.keys()].some((name) => name.endsWith('vbaproject.bin'))
  if (isMacro || types.some((type) => /macroEnabled|vbaProject/i.test(type)))
    throw new TableError('table_macros')
  if (!types.some((type) => mainTypes.test(type))) throw new TableError('table_not_a_table')
}

// Maximum entries for file extensions. They come in addition to the entries of the parts.
const maxDefaults = 100
// Excel's own limit is the memory. Nobody chooses from more sheets.
const maxSheets = 1_000
// Excel allows 31 characters. The server gets all names at once.
const longestName = 200

async function readWorkbook(parts: Parts, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await readXml(piecesOf(parts, path), {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributesOf(attributes).get('date1904') ?? '')
      if (tag !== 'sheet') return
      const found = attributesOf(attributes)
      const id = [...found].find(([name]) => name.endsWith(':id'))?.[1] ?? ''
      sheets.push({
        name: storable(cutText(found.get('name') ?? '', longestName)),
        id,
        isHidden: /hidden/i.test(found.get('state') ?? ''),
      })
      if (sheets.length > maxSheets) throw new TableError('table_too_large_inside')
    },
  })
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  return { sheets: shown, is1904 }
}

/** Relations of a part to other parts of the archive. External ones are skipped and never opened. */
async function readRelations(parts: Parts, path: string, type?: string): Promise<Relation[]> {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  const relations: Relation[] = []
  await readXml(piecesOf(parts, `${folder}_rels/${name}.rels`), {
    open(tag, attributes) {
      const found = tag === 'Relationship' ? attributesOf(attributes) : undefined
      if (!found || found.get('TargetMode') === 'External') return
      const own = (found.get('Type') ?? '').split('/').at(-1) ?? ''
      if (type === undefined || own === type) {
        const target = posix.resolve('/', folder, found.get('Target') ?? '').slice(1)
        relations.push({ id: found.get('Id') ?? '', type: own, path: target })
      }
      if (relations.length > maxSheets) throw new TableError('table_too_large_inside')
    },
  })
  return relations
}

async function* counted(parts: Parts, path: string, reach: Reach): AsyncGenerator<Buffer> {
  reach.begin(parts.get(path.toLowerCase())?.size ?? 0)
  for await (const piece of piecesOf(parts, path)) {
    reach.take(piece.length)
    yield piece
  }
}

const piecesOf = (parts: Parts, name: string): AsyncGenerator<Buffer> => unpack(partNamed(parts, name))

function partNamed(parts: Parts, name: string): Part {
  const entry = parts.get(name.toLowerCase())
  if (!entry) throw broken()
  return entry
}

/** Reads once and caches the promise for later calls. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
