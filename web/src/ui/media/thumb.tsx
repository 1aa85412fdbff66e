import { DashedBox } from '../page/dashed-box.tsx'
import classes from './thumb.module.css'
import { usePicture } from './use-picture.ts'

type ThumbProps = {
  /** Null: the item has no picture. */
  src: string | null
  /** Size in pixels: 22 in fields, 30 in rows, 44 on cards. */
  size: 22 | 30 | 44
}

/** The square picture of an item. The name beside it describes it. */
export function Thumb({ src, size }: ThumbProps) {
  const picture = usePicture(src)
  return (
    <span className={classes.thumb} style={{ width: size, height: size }} data-empty={!picture || undefined}>
      {picture ? (
        <img {...picture} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <DashedBox size={size - 8} />
      )}
    </span>
  )
}
