// Code points that are drawn as nothing, by number and not by property: the database has the same list, whatever
// version of Unicode either of the two knows. Default_Ignorable_Code_Point, marks of annotations, the object
// replacement character, an empty notehead and tags.
const invisible =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F' +
  '\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{1D173}-\\u{1D17A}' +
  '\\u{E0000}-\\u{E0FFF}'
// The braille pattern without a dot is drawn as a space.
const blank = '\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000'

const invisibles = new RegExp(`[${invisible}]+`, 'gu')
const blanks = new RegExp(`[${blank}]+`, 'gu')
// A mark without a letter to stand on is no name either.
const seen = new RegExp(`[^${invisible}${blank}\\p{Cc}\\p{M}]`, 'u')

/** Whether a person sees anything of the text. */
export const isVisible = (text: string): boolean => seen.test(text)

/** Longer than all that is compared by its form. Putting marks in order costs the square of their number. */
const longestForm = 1000

/**
 * The text as it is drawn: compatible forms as one (NFKC), without what is not drawn, and with one space for any
 * blanks. `visible_form` of the database is the same. A text of over 1,000 characters stays as it is: no field that is
 * compared takes it.
 */
export const visibleForm = (text: string): string =>
  text.length > longestForm
    ? text
    : text
        .normalize('NFKC')
        .replace(invisibles, '')
        .normalize('NFKC')
        .replace(blanks, ' ')
        .replace(/^ | $/g, '')

/** Without what copying from a page brings along unseen. Joiners and selectors stay: they are parts of pictures. */
export const withoutPasted = (text: string): string =>
  text.replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '')
