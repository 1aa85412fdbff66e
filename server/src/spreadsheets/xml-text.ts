// What stands in a text as it is would be read as an escape (ECMA-376 part 1, 22.9.2.19). Excel takes a whole file for
// a broken one because of either of these two.
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g
const unwritable = /[\ufffe\uffff]/g

/** A text with the escapes of spreadsheets; hucre escapes control characters and what xml itself reads. */
export const officeText = (text: string): string =>
  text
    .replace(escapeLike, '_x005F_')
    .replace(unwritable, (character) => (character === '\ufffe' ? '_xFFFE_' : '_xFFFF_'))

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what xml cannot hold
const controls = /[\0-\x08\x0b-\x1f]/g
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text of a cell as it stands in xml. */
export const escaped = (text: string): string =>
  officeText(text)
    .replace(controls, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (sign) => named[sign] ?? sign)
