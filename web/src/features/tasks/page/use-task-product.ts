import { sumsOf } from '@artel/contract/tasks/task-rates'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useProducts } from '../../products/products.tsx'
import type { TaskFormValues } from '../form/task-draft.ts'
import { withProduct, withQuantity } from '../task-rates.ts'

/** The product in the task form: the values it fills in, and the sums calculated from its rates. */
export function useTaskProduct(form: FormState<TaskFormValues>) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const [search, setSearch] = useState('')
  const { values } = form
  const all = useProducts(search, values.product_id)
  const find = (id: number | null) => all.find((product) => product.id === id) ?? null
  const product = find(values.product_id)
  const sums = sumsOf(product, values.quantity)

  const hintOf = (name: keyof typeof sums, write: (value: number) => string) => {
    const [rate, sum, quantity] = [product?.[name], sums[name], values.quantity]
    // For one piece, or without a rate, the sum needs no explanation.
    if (!rate || sum === null || quantity === null || quantity < 2) return {}
    const isByRate = values[name] === sum
    const hint = t(isByRate ? 'byRate' : 'byRateOther', { quantity, rate: write(rate), sum: write(sum) })
    return { hint }
  }

  return {
    products: { all, search: setSearch },
    onProduct: (id: number | null) => form.merge(withProduct(values, product, find(id))),
    onQuantity: (quantity: number | null) => form.merge(withQuantity(values, product, quantity)),
    hints: {
      money: hintOf('money', (value) => format.money(value)),
      coins: hintOf('coins', (value) => format.number(value)),
      norm_seconds: hintOf('norm_seconds', (value) => format.duration(value)),
    },
  }
}
