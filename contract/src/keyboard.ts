// Free of schemas: the server searches with it, the browser highlights what was found.

const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁХЪЖЭБЮ'

const switched = new Map([...latin].flatMap((key, place) => pair(key, cyrillic.charAt(place))))

function pair(key: string, letter: string): [string, string][] {
  return [
    [key, letter],
    [letter, key],
  ]
}

/** What the same keys give in the other layout of the keyboard: `ghbdtn` is `привет`, and back. */
export const inOtherLayout = (text: string): string =>
  [...text].map((sign) => switched.get(sign) ?? switchUpper(sign)).join('')

const switchUpper = (sign: string): string => switched.get(sign.toLowerCase())?.toUpperCase() ?? sign

/** A text as searches compare it: case does not matter, nor whether ё is written with its dots. */
export const searchForm = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
