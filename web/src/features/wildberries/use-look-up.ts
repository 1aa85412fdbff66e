import type { Multimedia } from '@artel/contract/multimedia'
import type { WildberriesItem } from '@artel/contract/wildberries'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'

/** A product of theirs, and its photos, which come after it; those that did not come are left out. */
export type Found = { item: WildberriesItem; photos: Promise<Multimedia[]> }

/** Looks a product up; what is wrong is a sentence, for the form beneath stays as it is. */
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
  const takePhotos = async ({ id, photos }: WildberriesItem): Promise<Multimedia[]> => {
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
      // Stored with us first: a page of ours shows nothing of other sites.
      setFound({ item, photos: takePhotos(item) })
    } catch (error) {
      setFailure(sentenceOf(error, id))
    }
  }
  return { lookUp, found, failure, isAsking: ask.isPending }
}
