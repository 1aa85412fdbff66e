import type { MediaType } from '@artel/contract/multimedia.kinds'

/** A photo, a video or a link, as it is shown. */
export type MediaItem = {
  id: number
  type: MediaType
  name: string
  /** Address of the file as it came; null for a link. */
  file: string | null
  /** Addresses of the copies of a photo. */
  small: string | null
  large: string | null
  /** Of a link. */
  url: string | null
  /** Pixels, where they are known. */
  width: number | null
  height: number | null
  /** Seconds of a video. */
  duration: number | null
}

/** Whose site a link leads to. */
export const hostOf = (url: string): string => new URL(url).host
