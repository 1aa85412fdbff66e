/** The name of a file that a person saves; `extension` is that of its content, without a dot. */
export type FileName = {
  name: string
  extension: string
  /** For clients that read only Latin letters. */
  plain?: string
}

/** Common spellings of one extension, which mean the same content. */
const spellings: Record<string, readonly string[]> = { jpg: ['.jpg', '.jpeg'] }

/**
 * `Content-Disposition` for a name in any alphabet (RFC 6266, RFC 8187). A person may have chosen the name, so
 * the name always ends with the extension of the content. Systems choose the program for a saved file by its
 * extension, and must not open a photo as a page or run it.
 */
export function disposition(
  how: 'inline' | 'attachment',
  { name, extension, plain = name }: FileName,
): string {
  const latin = endWith(plain, extension).replace(/[^\x20-\x7e]|["%\\]/g, '_')
  const escaped = encodeURIComponent(endWith(name, extension)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${latin}"; filename*=UTF-8''${escaped}`
}

function endWith(name: string, extension: string): string {
  const known = spellings[extension] ?? [`.${extension}`]
  const isNamed = known.some((end) => name.toLowerCase().endsWith(end))
  return isNamed ? name : `${name}.${extension}`
}
