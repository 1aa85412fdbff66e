// Without schemas, so that the reader of an instruction does not load the schema library.

/** Maximum characters of a body, including tags. */
export const maxBody = 200_000

/** Maximum opening and closing tags of a body as it is sent. Each `<` counts as one. */
export const maxTags = 10_000

/** Maximum nesting of tags in a body. Deeper than any real text. */
export const maxNesting = 50

/** Maximum number of categories that are offered to a writer. */
export const maxCategories = 100

/**
 * Allowed tags of a body, each with its allowed attributes. The server removes everything else, and a screen
 * removes it once more before drawing. `data-media` is the id of one of the instruction's own media, because
 * a body never contains the address of a file. The server sets `target` and `rel` on each link, whatever was
 * sent.
 */
export const bodyTags: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  h2: [],
  h3: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  blockquote: [],
  ul: [],
  ol: [],
  li: [],
  hr: [],
  code: [],
  pre: [],
  a: ['href', 'target', 'rel'],
  img: ['data-media', 'alt'],
  video: ['data-media'],
}

/** Allowed schemes of links in a body. */
export const linkSchemes = ['https', 'mailto', 'tel'] as const
