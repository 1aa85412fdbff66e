const strong = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * Whether a condition (`If-None-Match`) names this ETag. A weak and a strong tag with the same text are
 * equal.
 */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => strong(tag) === strong(etag))
