import type { ListedOrder, OrderRights } from '@artel/contract/orders/orders'
import { useTranslations } from 'use-intl'
import { type Judgement, judgeTogether } from '../../forms/save/judge-together.ts'
import { useOrderName } from './use-order-name.ts'

type JudgedStep<Answer> = Pick<Judgement<ListedOrder, Answer>, 'send' | 'submitLabel'> & {
  isRight: (can: OrderRights) => boolean
}

/** Takes a step on an order in the version that the person saw, see `judgeTogether`. */
export function useJudgedOrder() {
  const t = useTranslations('orders')
  const nameOf = useOrderName()
  const factsOf = ({ status }: ListedOrder) => [{ label: t('status'), value: t(`status_${status}`) }]
  return <Answer>(base: ListedOrder, { isRight, ...step }: JudgedStep<Answer>): Promise<Answer | null> =>
    judgeTogether({
      base,
      factsOf,
      ...step,
      titleOf: (current) => t('judgedTitle', { name: nameOf(current) }),
      isOpen: ({ can }) => isRight(can),
    })
}
