import type { MediaType } from '@artel/contract/multimedia/multimedia.kinds'

/** A photo, a video or a link with the data to show it. */
export type MediaItem = {
  id: number
  type: MediaType
  name: string
  /** Address of the original file; null for a link. */
  file: string | null
  /** Addresses of the smaller copies of a photo. */
  small: string | null
  large: string | null
  /** Address of a link. */
  url: string | null
  /** Size in pixels, if known. */
  width: number | null
  height: number | null
  /** Duration of a video in seconds. */
  duration: number | null
}

/** The host that a link leads to. */
export const hostOf = (url: string): string => new URL(url).host
