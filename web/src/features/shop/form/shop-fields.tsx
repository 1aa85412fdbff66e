import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { MediaField } from '../../../forms/media/media-field.tsx'
import columns from '../list/shop-columns.module.css'
import classes from './shop-form.module.css'
import type { ShopValues } from './shop-values.ts'

type ShopFieldsProps = {
  form: FormState<ShopValues>
  isNew?: boolean
  /** The current media of the item. */
  media?: readonly Multimedia[]
  /** Shown below the fields of the panel. */
  children?: ReactNode
}

/** The fields of an item: name, price and limits on the left, media on the right. */
export function ShopFields({ form, isNew = false, media = [], children }: ShopFieldsProps) {
  const t = useTranslations('shop')
  const ui = useTranslations('ui')
  const { price, limit_per_user: limit } = form.values
  const live = {
    ...(price === 0 && { price: t('priceZero') }),
    ...(limit === 0 && { limit: t('limitZero') }),
  }
  const at = {
    price: form.at('price'),
    limit: form.at('limit_per_user'),
  }
  return (
    <div className={columns.columns} data-form>
      <div className={classes.main}>
        <TextField {...form.at('name')} label={t('name')} autoFocus={isNew} />
        <NumberField
          {...at.price}
          error={at.price.error ?? live.price}
          label={t('price')}
          show={(count) => ui('coins', { count })}
          hint={t('priceHint')}
        />
        <FieldRow>
          <NumberField {...form.at('stock')} label={t('stock')} hint={t('stockHint')} />
          <NumberField
            {...at.limit}
            error={at.limit.error ?? live.limit}
            label={t('limitField')}
            hint={t('limitHint')}
          />
        </FieldRow>
        <TextAreaField
          {...form.at('description')}
          label={t('description')}
          placeholder={t('descriptionPlaceholder')}
        />
      </div>
      <aside className={columns.panel} aria-label={t('panel')}>
        <MediaField
          {...form.at('multimedia_ids')}
          label={t('media')}
          hint={t('mediaHint')}
          path="shop"
          known={media}
        />
        <SwitchField
          {...form.at('is_active')}
          label={t('isActive')}
          hint={t('isActiveHint')}
          show={(isOn) => t(isOn ? 'state_on' : 'state_off')}
        />
        {children}
      </aside>
    </div>
  )
}
