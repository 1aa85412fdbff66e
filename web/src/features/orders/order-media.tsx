import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { Order } from '@artel/contract/orders/orders'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { useMediaItems } from '../../api/send/media.ts'
import { MediaEditor } from '../../forms/media/media-editor.tsx'
import { openMedia } from '../../ui/media/open-media.tsx'
import { notify } from '../../ui/notices/notify.ts'
import classes from './order-parts.module.css'

/** Photos and videos of the handover. People with the right may add to them. */
export function OrderMedia({ order }: { order: Order }) {
  const t = useTranslations('orders')
  const itemsOf = useMediaItems()
  const { id, multimedia, can } = order
  const update = useAction('orders.update', {
    onFailure: () => notify({ text: t('mediaFailed'), tone: 'bad' }),
  })
  // Two files may arrive before the order is refetched.
  const latest = useRef<number[]>([])
  useEffect(() => {
    latest.current = multimedia.map((one) => one.id)
  }, [multimedia])
  const keep = (multimedia_ids: number[]) => {
    latest.current = multimedia_ids
    return update.mutateAsync({ params: { id }, body: { multimedia_ids } })
  }
  if (multimedia.length === 0 && !can.edit) return null
  const remove = async (media: Multimedia) => {
    const ids = latest.current
    await keep(ids.filter((held) => held !== media.id))
    notify({
      text: t('mediaRemoved', { name: media.name }),
      tone: 'ok',
      action: { label: t('putBack'), onClick: () => void keep(ids) },
    })
  }
  return (
    <section>
      <h2 className={classes.heading}>{t('handing')}</h2>
      <MediaEditor
        media={multimedia}
        path="shop"
        {...(can.edit && { onAdd: (media: Multimedia) => keep([...latest.current, media.id]) })}
        onRemove={remove}
        onChange={() => refreshEntities('order')}
        onOpen={(index) => openMedia(itemsOf(multimedia), index, t('handing'))}
      />
    </section>
  )
}
