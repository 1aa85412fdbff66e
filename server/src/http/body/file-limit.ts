import type { FileRule } from '@artel/contract/call'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import type { Pair } from './form.ts'

/**
 * The limit of a file, as far as the fields before it and its first bytes tell. The rest is checked when the
 * body is complete.
 * @throws ApiError forbidden, or 422 at the file, if those fields allow no file
 */
export function limitByFields(
  { maxBytes, kinds, adminOnly = {} }: FileRule,
  name: string,
  before: readonly Pair[],
  actor: Actor | null,
): (head: Buffer) => Promise<number> {
  for (const [field, values] of Object.entries(adminOnly)) {
    const isReserved = before.some(([sent, value]) => sent === field && values.includes(value))
    if (isReserved && !(actor && isAdmin(actor))) throw new ApiError('forbidden')
  }
  if (!kinds) return async () => maxBytes
  const named = before.find(([sent]) => sent === kinds.field)?.[1]
  const kind = Object.entries(kinds.limits).find(([key]) => key === named)?.[1]
  if (named !== undefined && !kind) throw fieldError(kinds.field, 'not_offered')
  if (kind?.maxBytes === 0) throw fieldError(name, 'unknown_field')
  return async (head) => Math.min(kind?.maxBytes ?? maxBytes, await limitByContent(kinds.limits, head))
}

/** A file of none of the kinds gets the smallest of their limits, and is refused when it is complete. */
async function limitByContent(
  limits: NonNullable<FileRule['kinds']>['limits'],
  head: Buffer,
): Promise<number> {
  const { fileTypeFromBuffer } = await import('file-type')
  // The library also parses formats that may be malformed, and then throws.
  const format = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext
  const kind = Object.values(limits).find(({ formats }) => format !== undefined && formats.includes(format))
  const all = Object.values(limits).map(({ maxBytes }) => maxBytes)
  return kind?.maxBytes ?? Math.min(...all.filter((maxBytes) => maxBytes > 0))
}
