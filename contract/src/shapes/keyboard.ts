// Without schemas: the server searches with this, and the browser highlights the matches.

const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁХЪЖЭБЮ'

const switched = new Map([...latin].flatMap((key, place) => pair(key, cyrillic.charAt(place))))

function pair(key: string, letter: string): [string, string][] {
  return [
    [key, letter],
    [letter, key],
  ]
}

/** The text that the same keys give in the other keyboard layout: `ghbdtn` is `привет`, and back. */
export const inOtherLayout = (text: string): string =>
  [...text].map((sign) => switched.get(sign) ?? switchUpper(sign)).join('')

const switchUpper = (sign: string): string => switched.get(sign.toLowerCase())?.toUpperCase() ?? sign

/** The form of a text that searches compare: in lower case, with е in place of ё. */
export const searchForm = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
