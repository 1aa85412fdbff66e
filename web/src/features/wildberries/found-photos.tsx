import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { use } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../api/send/media.ts'
import { MediaThumb } from '../../ui/media/media-thumb.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import classes from './wildberries.module.css'

type FoundPhotosProps = { photos: Promise<Multimedia[]>; expected: number }

/** The photos while they are copied to our storage. */
export function FoundPhotos(props: FoundPhotosProps) {
  const t = useTranslations('wildberries')
  const places = Array.from({ length: props.expected }, (_, place) => place)
  const waiting = (
    <>
      <div className={classes.photos} aria-hidden="true">
        {places.map((place) => (
          <span key={place} className={classes.waiting} />
        ))}
      </div>
      <p className={classes.said}>{t('photosComing', { count: props.expected })}</p>
    </>
  )
  return (
    <div aria-live="polite">
      <LazyBoundary fallback={waiting}>
        <TakenPhotos {...props} />
      </LazyBoundary>
    </div>
  )
}

function TakenPhotos({ photos, expected }: FoundPhotosProps) {
  const t = useTranslations('wildberries')
  const itemsOf = useMediaItems()
  const taken = itemsOf(use(photos))
  return (
    <>
      {taken.length > 0 && (
        <ul className={classes.photos}>
          {taken.map((item) => (
            <li key={item.id}>
              <MediaThumb item={item} />
            </li>
          ))}
        </ul>
      )}
      {taken.length === 0 && <p className={classes.said}>{t('photosNone')}</p>}
      {taken.length > 0 && taken.length < expected && (
        <p className={classes.said}>{t('photosSome', { count: taken.length, expected })}</p>
      )}
    </>
  )
}
