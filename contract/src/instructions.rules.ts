// Free of schemas, so that the reader of an instruction does not carry the checker of all shapes.

/** Characters of a body, its tags included. */
export const mostBody = 200_000

/** Opening and closing tags of a body as it is sent. Each `<` counts as one. */
export const mostTags = 10_000

/** Tags of a body within each other. Deeper than anybody writes. */
export const mostNesting = 50

/** So many categories are offered to whoever writes. */
export const mostCategories = 100

/**
 * Tags that a body may have, and of each the attributes. What is not here is taken out by the server; a screen takes
 * it out once more before it draws. `data-media` is the id of one of the instruction's own media: a body never says
 * where a file lies. `target` and `rel` are set by the server on each link, whatever was sent.
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

/** Where links of a body may lead. */
export const linkSchemes = ['https', 'mailto', 'tel'] as const
