const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/g

/**
 * Parses the cells that a spreadsheet puts on the clipboard: lines of tab-separated cells. A cell with a line
 * break or a quote is quoted, and each quote inside it is doubled.
 */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, value = '', end = ''] of text.matchAll(cell)) {
    rows.at(-1)?.push(tidy(unquoted(value)))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  // The last line also ends with a line break, which leaves an empty row.
  return rows.filter((row) => row.some((value) => value !== ''))
}

const unquoted = (cell: string) =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell

const tidy = (cell: string) => cell.replace(/\s+/g, ' ').trim()

/** True for more than one cell, that is, not a plain text for one field. */
export const isTable = (text: string): boolean => /\t|\n./.test(text.trimEnd())
