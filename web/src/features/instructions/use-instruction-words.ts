import { cutText } from '@artel/contract/shapes/storable'
import { useTranslations } from 'use-intl'
import { plainText } from './form/instruction-values.ts'

/** Characters of a text that the conflict dialog shows. */
const maxShown = 240

/** The fields of an instruction with the texts that the conflict dialog uses. */
export function useInstructionWords() {
  const t = useTranslations('instructions')
  const told = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '—')
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  const text = (value: unknown) => {
    const plain = plainText(String(value))
    return told(plain.length > maxShown ? `${cutText(plain, maxShown)}…` : plain)
  }
  const flag = (value: unknown) => t(value ? 'yes' : 'no')
  return {
    title: { label: t('name'), show: told },
    category: { label: t('category'), show: told },
    body: { label: t('text'), show: text },
    multimedia_ids: { label: t('media'), show: (value: unknown) => t('files', { count: count(value) }) },
    product_ids: { label: t('products'), show: (value: unknown) => t('sets', { count: count(value) }) },
    requires_ack: { label: t('requiresAck'), show: flag },
    is_published: {
      label: t('isPublished'),
      show: (value: unknown) => t(value ? 'state_published' : 'state_draft'),
    },
  }
}
