const strong = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether a condition (`If-None-Match`) names this ETag. Weak and strong tags are compared by what they say. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => strong(tag) === strong(etag))
