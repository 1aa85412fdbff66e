import { type PhotoVariant, photoVariants } from '@artel/contract/multimedia/multimedia.kinds'
import { ownKeys } from '@artel/contract/shapes/records'

/** `file` is the name in the row of the media, `ending` its extension. Smaller copies have a variant. */
export type StoredName = { file: string; ending: string; variant: PhotoVariant | undefined }

export type StoredKey = StoredName & { companyId: number }

const company = '[1-9][0-9]{0,14}'
const variants = ownKeys(photoVariants).join('|')
// The database has the same constraint on the file of a row.
const name = `(?:(${variants})_)?([0-9a-z]{32}\\.([0-9a-z]{3,4}))`
const companyPattern = new RegExp(`^${company}$`)
const namePattern = new RegExp(`^${name}$`)
const keyPattern = new RegExp(`^(${company})/(.+)$`)

/** The storage key of a file. All files of a company are in one folder. */
export const keyOf = (companyId: number, file: string, variant?: PhotoVariant): string =>
  `${companyId}/${variant ? `${variant}_` : ''}${file}`

/** @returns null if no stored file can have this name */
export function parseName(text: string): StoredName | null {
  const [, variant, file, ending] = namePattern.exec(text) ?? []
  if (!file || !ending) return null
  return { file, ending, variant: variant as PhotoVariant | undefined } // the pattern allows no other
}

/** The parts of a key that `keyOf` makes; null for any other text, which is then no key of Artel. */
export function parseKey(key: string): StoredKey | null {
  const [, companyId, named = ''] = keyPattern.exec(key) ?? []
  const parts = parseName(named)
  return parts && { ...parts, companyId: Number(companyId) }
}

/** @throws Error if it is no key of Artel */
export function assertKey(key: string): StoredKey {
  const parsed = parseKey(key)
  if (!parsed) throw new Error(`${JSON.stringify(key)} is no key of a media file`)
  return parsed
}

/** Whether a folder of the storage may be the one of a company. */
export const isCompanyFolder = (folder: string): boolean => companyPattern.test(folder)

/** The name of an incomplete copy. If the process dies, it remains until its file is removed. */
export const draftOf = (key: string): string => `${key}.part`

/** The key of the file to which an incomplete copy belongs; any other key as it is. */
export const wholeOf = (key: string): string => key.replace(/\.part$/, '')

/**
 * Whether Artel may have stored this key, whole or incomplete. A folder or bucket may also have files of
 * others, which are neither listed nor removed.
 */
export const isOwnKey = (key: string): boolean => parseKey(wholeOf(key)) !== null
