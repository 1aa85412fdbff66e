// A text that looks like an escape would be read as one (ECMA-376 part 1, 22.9.2.19). Because of U+FFFE or
// U+FFFF, Excel reports the whole file as broken.
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g
const unwritable = /[\ufffe\uffff]/g

/**
 * Adds the escapes of spreadsheets to a text. hucre itself escapes control characters and the special
 * characters of XML.
 */
export const officeText = (text: string): string =>
  text
    .replace(escapeLike, '_x005F_')
    .replace(unwritable, (character) => (character === '\ufffe' ? '_xFFFE_' : '_xFFFF_'))

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what xml cannot hold
const controls = /[\0-\x08\x0b-\x1f]/g
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The text of a cell, escaped for XML. */
export const escaped = (text: string): string =>
  officeText(text)
    .replace(controls, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (sign) => named[sign] ?? sign)
