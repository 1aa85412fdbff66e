import type { FieldErrors } from '@artel/contract/errors/errors'
import type { ShopItem } from '@artel/contract/shop/shop'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { PersonLink } from '../../users/users.tsx'
import { Weeks } from '../list/shop-list-parts.tsx'
import { ShopFields } from './shop-fields.tsx'
import { changeOf, draftOf, type ShopValues, valuesOf } from './shop-values.ts'

/** The form of a new item. After saving, the new item opens. */
export function NewShopForm({ initial }: { initial: ShopValues }) {
  const t = useTranslations('shop')
  const navigate = useNavigate()
  const create = useAction('shop.create')
  const form = useFormState<ShopValues>({
    call: 'shop.create',
    draft: { item: 'new', isNew: true },
    initial,
    check: useCheck(),
    send: async (values) => {
      const { shop_item } = await create.mutateAsync({ body: draftOf(values) })
      await navigate({ to: '/shop/item/$id', params: { id: String(shop_item.id) }, replace: true })
      notify({ text: t('created', { name: shop_item.name }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide" submitLabel={t('createSubmit')}>
      <ShopFields form={form} isNew />
    </FormShell>
  )
}

/** The form of an existing item. Sends only changed fields, and resolves a conflict with another edit. */
export function EditShopForm({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const update = useAction('shop.update')
  const send = (values: ShopValues, base: ShopItem) =>
    update.mutateAsync({
      params: { id: item.id },
      body: { ...changeOf(values, valuesOf(base)), version: base.version },
    })
  const question = ({ name }: ShopItem) => t('staleTitle', { name })
  const form = useLiveForm<ShopItem, ShopValues>({
    call: 'shop.update',
    draft: { item: item.id },
    thing: item,
    valuesOf,
    check: useCheck(),
    send: async (values, base, words) => {
      const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
      return isSaved && notify({ text: t('saved', { name: values.name }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide">
      <ShopFields form={form} media={item.multimedia}>
        <Facts>
          <Fact name={t('weeks')}>
            <Weeks value={item.weeks} />
          </Fact>
          <Fact name={t('wishes')}>{item.wishes ?? 0}</Fact>
          <Fact name={t('updatedAt')}>
            <DateText value={item.updated_at} withTime />
            <PersonLink person={item.updated_by} />
          </Fact>
        </Facts>
      </ShopFields>
    </FormShell>
  )
}

function useCheck() {
  const t = useTranslations('shop')
  return (values: ShopValues): FieldErrors => ({
    ...(values.price === 0 && { price: [t('priceZero')] }),
    ...(values.limit_per_user === 0 && { limit_per_user: [t('limitZero')] }),
  })
}
