import { useState } from 'react'
import { DashedBox } from './dashed-box.tsx'
import classes from './thumb.module.css'

type ThumbProps = {
  /** Null: the item has no picture. */
  src: string | null
  /** Size in pixels: 22 in fields, 30 in rows, 44 on cards. */
  size: 22 | 30 | 44
}

/** The square picture of an item. The name beside it describes it. */
export function Thumb({ src, size }: ThumbProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = src !== null && src !== broken
  return (
    <span className={classes.thumb} style={{ width: size, height: size }} data-empty={!isShown || undefined}>
      {isShown ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      ) : (
        <DashedBox size={size - 8} />
      )}
    </span>
  )
}
