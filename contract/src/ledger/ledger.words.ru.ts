import type { ledgerWordsEn } from './ledger.words.en.ts'

export const ledgerWordsRu: typeof ledgerWordsEn = {
  money: 'Деньги',
  coins: 'Монеты',
  kind_task: 'Задача',
  kind_reward: 'Награда',
  kind_achievement: 'Достижение',
  kind_bonus: 'Премия',
  kind_fine: 'Штраф',
  kind_payout: 'Выплата',
  kind_adjustment: 'Корректировка',
  kind_purchase: 'Покупка',
  kind_refund: 'Возврат',
  kind_reversal: 'Отмена',
}
