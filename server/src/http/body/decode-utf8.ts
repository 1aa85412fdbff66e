import { ApiError } from '../../errors/errors.ts'

// Fatal: a byte that is not UTF-8 is refused, not replaced. A byte order mark stays a character, so JSON
// refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws ApiError bad_request */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('bad_request')
  }
}
