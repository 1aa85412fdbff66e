// Free of schemas, so that pages which only show media do not carry the checker of all shapes.

export const mediaTypes = ['photo', 'video', 'link'] as const
export type MediaType = (typeof mediaTypes)[number]

/** Collections; those of faces and logos hold photos alone. */
export const mediaPaths = ['avatars', 'logos', 'products', 'shop', 'instructions', 'tasks'] as const
export type MediaPath = (typeof mediaPaths)[number]

/** Kinds of files by the ending that we give them, with the type that they are served as. */
export const photoFormats = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const
export const videoFormats = { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' } as const

const mebibyte = 1_048_576
/** Bytes. */
export const photoLimit = 20 * mebibyte
export const videoLimit = 500 * mebibyte

/** Smaller copies of a photo, each the prefix of its address, with the longest side in pixels. */
export const photoVariants = { small: 320, medium: 960, large: 2048 } as const
export type PhotoVariant = keyof typeof photoVariants

/** So many media may one thing have. */
export const mostMedia = 50
