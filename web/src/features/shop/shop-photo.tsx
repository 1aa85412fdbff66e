import { useState } from 'react'
import { useMediaAddress } from '../../api/media.ts'
import { DashedBox } from '../../ui/dashed-box.tsx'
import classes from './shop-parts.module.css'

/** The square photo of an item. It has no alternative text, because the name stands beside it. */
export function ShopPhoto({ file, isPale }: { file: string | null; isPale: boolean }) {
  const address = useMediaAddress()
  const [broken, setBroken] = useState<string | null>(null)
  const src = address(file, 'medium')
  const isShown = src !== null && src !== broken
  return (
    <span className={classes.photo} data-pale={isPale || undefined} data-empty={!isShown || undefined}>
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
        <DashedBox size={72} />
      )}
    </span>
  )
}
