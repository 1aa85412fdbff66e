/** An environment variable that is not a setting, and the setting that was probably meant. */
export type Misspelling = { name: string; meant: string }

/**
 * Minimum length of a name for the typo check. Shorter names may be one letter away from names of other
 * programs, such as HOST and POST.
 */
const shortest = 6
const brand = 'ARTEL_'

/**
 * Finds variables whose names resemble settings: with other case or separators, with one typo, or with the
 * product's name as a prefix. A setting that is set itself is not suggested.
 */
export function findMisspellings(env: NodeJS.ProcessEnv, settings: readonly string[]): Misspelling[] {
  const names = Object.keys(env).filter((name) => env[name] !== '' && !settings.includes(name))
  const unset = settings.filter((name) => !env[name])
  return names.flatMap((name) => {
    const meant = unset.find((setting) => looksLike(name, setting))
    return meant ? [{ name, meant }] : []
  })
}

/** One line for the log. */
export const describeMisspelling = ({ name, meant }: Misspelling): string =>
  `${name} is no setting of Artel: is ${meant} meant?`

function looksLike(name: string, setting: string): boolean {
  const [letters, wanted] = [lettersOf(name), lettersOf(setting)]
  if (letters === wanted) return true
  if (setting.length < shortest) return false
  return isOneSlip(letters, wanted) || name.toUpperCase() === `${brand}${setting}`
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Whether one letter is added, missing or different, or two neighbours are swapped. */
function isOneSlip(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const isSwap = left.length === 2 && left === [...right].reverse().join('')
  return isSwap || Math.max(left.length, right.length) === 1
}
