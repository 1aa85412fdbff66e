import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { PhotoVariant } from '@artel/contract/multimedia/multimedia.kinds'
import type { MediaItem } from '../../ui/media/media-item.ts'
import { useSession } from '../session/session.ts'

/** Addresses of stored files by file name. */
export function useMediaAddress(): (file: string | null, variant?: PhotoVariant) => string | null {
  const { host } = useSession().config
  return (file, variant) =>
    file === null ? null : `${host}storage/media/${variant ? `${variant}_` : ''}${file}`
}

/** Media ready to be shown, with the addresses of their files. */
export function useMediaItems(): (media: readonly Multimedia[]) => MediaItem[] {
  const address = useMediaAddress()
  return (media) =>
    media.map(({ id, type, name, file, url, width, height, duration }) => ({
      id,
      type,
      name,
      url,
      width,
      height,
      duration,
      file: address(file),
      small: type === 'photo' ? address(file, 'small') : null,
      // Smaller copies of an animated picture do not move, so its original file is shown.
      large: type === 'photo' ? address(file, file?.endsWith('.gif') ? undefined : 'large') : null,
    }))
}
