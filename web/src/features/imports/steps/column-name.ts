/** The name of a file column for the server: its title, or its letter if the title is empty or not unique. */
export function columnName(columns: readonly { title: string }[], index: number): string {
  const title = columns[index]?.title ?? ''
  const isOnce = columns.filter((column) => column.title.toLowerCase() === title.toLowerCase()).length === 1
  return title !== '' && isOnce ? title : columnLetter(index)
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
