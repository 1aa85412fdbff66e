import { type PhotoVariant, photoVariants } from '@artel/contract/multimedia/multimedia.kinds'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { keyOf } from '../../storage/keys.ts'
import type { ByteRange } from '../../storage/storage.ts'

/** True for the uploader and for admins. */
export const mayChange = (actor: Actor, media: { created_by: number }): boolean =>
  isAdmin(actor) || media.created_by === actor.userId

/** Storage keys of a file and of its smaller copies. */
export const keysOf = (companyId: number, file: string, variants: object): string[] => [
  keyOf(companyId, file),
  ...variantsIn(variants).map((variant) => keyOf(companyId, file, variant)),
]

const variantsIn = (variants: object): PhotoVariant[] =>
  Object.keys(photoVariants).filter((name): name is PhotoVariant => name in variants)

const maxNameLetters = 200

/**
 * The uploader's file name as plain text: without folders, and without control, invisible and text-direction
 * characters.
 * @returns `otherwise` if nothing is left
 */
export function cleanName(sent: string, otherwise: string): string {
  const [last = ''] = sent.split(/[/\\]/).slice(-1)
  const shown = last.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD]/gu, '')
  return [...shown.trim()].slice(0, maxNameLetters).join('').trim() || otherwise
}

/**
 * The part of a file that a Range header requests. Several ranges and malformed headers get the whole file
 * (RFC 9110, 14.2).
 * @returns null if the file has no such part
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to && from < size ? { from, to } : null
}
