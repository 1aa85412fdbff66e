// Invisible code points, listed by number and not by property, because the database has the same list,
// whatever version of Unicode either of the two has: Default_Ignorable_Code_Point, marks of annotations, the
// object replacement character, an empty notehead and tags.
const invisible =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F' +
  '\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{1D173}-\\u{1D17A}' +
  '\\u{E0000}-\\u{E0FFF}'
// The braille pattern without a dot is drawn as a space.
const blank = '\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000'

const invisibles = new RegExp(`[${invisible}]+`, 'gu')
const blanks = new RegExp(`[${blank}]+`, 'gu')
// A mark without a base letter is not visible as a name either.
const seen = new RegExp(`[^${invisible}${blank}\\p{Cc}\\p{M}]`, 'u')

/** Whether a person sees anything of the text. */
export const isVisible = (text: string): boolean => seen.test(text)

/** Longer than any text that is compared by its form. Ordering n marks takes time proportional to n². */
const longestForm = 1000

/**
 * The text as it looks: compatible forms are unified (NFKC), invisible characters removed, and any blanks
 * replaced by one space. `visible_form` of the database is the same. A text of over 1,000 characters stays
 * unchanged, because no field that is compared accepts it.
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

/**
 * Without invisible characters that come with text copied from a page. Joiners and selectors stay, because
 * emoji have them.
 */
export const withoutPasted = (text: string): string =>
  text.replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '')
