import { useMediaAddress } from '../../api/send/media.ts'
import { usePicture } from '../../ui/media/use-picture.ts'
import { DashedBox } from '../../ui/page/dashed-box.tsx'
import classes from './shop-parts.module.css'

/** The square photo of an item. It has no alternative text, because the name stands beside it. */
export function ShopPhoto({ file, isPale }: { file: string | null; isPale: boolean }) {
  const address = useMediaAddress()
  const picture = usePicture(address(file, 'medium'))
  return (
    <span className={classes.photo} data-pale={isPale || undefined} data-empty={!picture || undefined}>
      {picture ? (
        <img {...picture} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <DashedBox size={72} />
      )}
    </span>
  )
}
