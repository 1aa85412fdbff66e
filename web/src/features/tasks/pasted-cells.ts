const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/g

/**
 * The cells of what a spreadsheet puts on the clipboard: lines of cells with tabs between them. A cell with a line
 * break or a quote in it comes in quotes, its own ones doubled.
 */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, value = '', end = ''] of text.matchAll(cell)) {
    rows.at(-1)?.push(tidy(unquoted(value)))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  // The last line ends with a break too.
  return rows.filter((row) => row.some((value) => value !== ''))
}

const unquoted = (cell: string) =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell

const tidy = (cell: string) => cell.replace(/\s+/g, ' ').trim()

/** More than one cell: not simply a text for the field it is pasted into. */
export const isTable = (text: string): boolean => /\t|\n./.test(text.trimEnd())
