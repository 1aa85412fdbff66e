import type { Product } from '@artel/contract/products/products'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { withFields } from '../../../api/send/failure.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { PersonLink } from '../../users/users.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  changeOf,
  draftOf,
  findMistakes,
  type ProductValues,
  placeErrors,
  valuesOf,
} from './product-values.ts'

/** The form of a new product. After saving, the new product opens. */
export function NewProductForm({ initial }: { initial: ProductValues }) {
  const t = useTranslations('products')
  const navigate = useNavigate()
  const create = useAction('products.create')
  const form = useFormState<ProductValues>({
    call: 'products.create',
    draft: { item: 'new', isNew: true },
    emptyIsZero: ['money', 'coins'],
    initial,
    check: useCheck(),
    send: async (values) => {
      const { product } = await create.mutateAsync({ body: draftOf(values) }).catch(refuse(values))
      await navigate({ to: '/set/$id', params: { id: String(product.id) }, replace: true })
      notify({ text: t('created', { name: product.name }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide" submitLabel={t('createSubmit')}>
      <ProductFields form={form} isNew />
    </FormShell>
  )
}

/** The form of an existing product. Sends only changed fields, and resolves a conflict with another edit. */
export function EditProductForm({ product, instructions }: { product: Product; instructions: ReactNode }) {
  const t = useTranslations('products')
  const update = useAction('products.update')
  const send = (values: ProductValues, base: Product) =>
    update
      .mutateAsync({
        params: { id: product.id },
        body: { ...changeOf(values, valuesOf(base)), version: base.version },
      })
      .catch(refuse(values))
  const question = ({ name }: Product) => t('staleTitle', { name })
  const form = useLiveForm<Product, ProductValues>({
    call: 'products.update',
    draft: { item: product.id },
    emptyIsZero: ['money', 'coins'],
    thing: product,
    valuesOf,
    check: useCheck(),
    send: async (values, base, words) => {
      const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
      return isSaved && notify({ text: t('saved', { name: values.name }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide">
      <ProductFields form={form} media={product.multimedia}>
        {instructions}
        <Facts>
          <Fact name={t('createdAt')}>
            <DateText value={product.created_at} withTime />
          </Fact>
          <Fact name={t('updatedAt')}>
            <DateText value={product.updated_at} withTime />
            {product.updated_by && <PersonLink person={product.updated_by} />}
          </Fact>
        </Facts>
      </ProductFields>
    </FormShell>
  )
}

const refuse = (values: ProductValues) => (failure: unknown) => {
  throw withFields(failure, (errors) => placeErrors(errors, values))
}

function useCheck() {
  const textOf = useMistakeText()
  return (values: ProductValues) =>
    Object.fromEntries([...findMistakes(values)].map(([path, mistake]) => [path, [textOf(mistake)]]))
}
