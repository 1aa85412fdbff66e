/** PostgreSQL stores neither NUL nor lone surrogates. */
export const unstorable = /\p{Surrogate}|\0/u

const eachUnstorable = new RegExp(unstorable, 'gu')

/** The text with a replacement character for each character that the database cannot store. */
export const storable = (text: string): string => text.replace(eachUnstorable, '\ufffd')

/** The beginning of a text, at most `most` UTF-16 units. Half of a surrogate pair at the cut is left out. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text
