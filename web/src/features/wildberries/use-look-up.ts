import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure } from '../../api/send/failure.ts'

/** A found product, and a promise of its photos. Photos that cannot be copied are left out. */
export type Found = { item: WildberriesItem; photos: Promise<Multimedia[]> }

/** Finds a product. An error is a message, because the form below stays unchanged. */
export function useLookUp() {
  const t = useTranslations('wildberries')
  const ask = useAction('wildberries.item')
  const take = useAction('wildberries.photos')
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const sentenceOf = (error: unknown, id: number) => {
    if (!(error instanceof ApiFailure)) return t('noAnswer')
    return error.statusCode === 404 ? t('notFound', { id: String(id) }) : error.message || t('noAnswer')
  }
  const importPhotos = async ({ id, photos }: WildberriesItem): Promise<Multimedia[]> => {
    if (photos.length === 0) return []
    try {
      return (await take.mutateAsync({ params: { id } })).multimedia
    } catch {
      return []
    }
  }
  const lookUp = async (id: number) => {
    setFailure(null)
    setFound(null)
    try {
      const { item } = await ask.mutateAsync({ params: { id } })
      // Photos are copied to our storage first, because our pages show no content of other sites.
      setFound({ item, photos: importPhotos(item) })
    } catch (error) {
      setFailure(sentenceOf(error, id))
    }
  }
  return { lookUp, found, failure, isAsking: ask.isPending }
}
