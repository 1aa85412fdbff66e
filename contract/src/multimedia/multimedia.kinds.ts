// Without schemas, so that pages that only show media do not load the schema library.

export const mediaTypes = ['photo', 'video', 'link'] as const
export type MediaType = (typeof mediaTypes)[number]

/** Collections. Those of avatars and logos hold only photos. */
export const mediaPaths = ['avatars', 'logos', 'products', 'shop', 'instructions', 'tasks'] as const
export type MediaPath = (typeof mediaPaths)[number]

/** Kinds of files by the extension that the server gives them, with the type in which they are served. */
export const photoFormats = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const
export const videoFormats = { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' } as const

const mebibyte = 1_048_576
/** In bytes. */
export const photoLimit = 20 * mebibyte
export const videoLimit = 500 * mebibyte

/** Smaller copies of a photo: the prefix of the address, and the longest side in pixels. */
export const photoVariants = { small: 320, medium: 960, large: 2048 } as const
export type PhotoVariant = keyof typeof photoVariants

/** Maximum number of media of one item. */
export const maxMedia = 50
/** Maximum number of media of one comment. */
export const maxCommentMedia = 10
