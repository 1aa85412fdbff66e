import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'

/** Kopecks and coins that are added or removed together. */
export type Worth = { money: number; coins: number }

/** «333 ₽ и 10 монет»: only the non-zero parts; empty if both are zero. */
export function useWorthWords(): (worth: Worth) => string {
  const t = useTranslations('ui')
  const format = useFormat()
  return ({ money, coins }) => {
    const parts = { money: format.money(money), coins: t('coins', { count: coins }) }
    if (money !== 0 && coins !== 0) return t('worthBoth', parts)
    if (money !== 0) return parts.money
    return coins === 0 ? '' : parts.coins
  }
}
