/** Whether an `If-None-Match` header names this ETag. A cache may have marked its own as weak. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
