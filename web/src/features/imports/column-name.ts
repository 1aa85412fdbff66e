/** By what a column of a file is named to the server: its title, or its letter where that would not tell it apart. */
export function columnName(columns: readonly { title: string }[], index: number): string {
  const title = columns[index]?.title ?? ''
  const isOnce = columns.filter((column) => column.title.toLowerCase() === title.toLowerCase()).length === 1
  return title !== '' && isOnce ? title : columnLetter(index)
}

/** `A` of 0, `Z` of 25, `AA` of 26. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
