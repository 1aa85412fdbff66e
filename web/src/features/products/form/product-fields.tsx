import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { Mistake } from '@artel/contract/products/products.rules'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { FieldGroup } from '../../../forms/fields/field-group.tsx'
import { MoneyField, NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { MediaField } from '../../../forms/media/media-field.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { type Filled, FillFromWildberries } from '../../wildberries/wildberries.tsx'
import { BarcodeFields } from './barcode-fields.tsx'
import { ComponentFields } from './component-fields.tsx'
import classes from './product-form.module.css'
import { liveMistakes, type ProductValues } from './product-values.ts'
import { StockFields } from './stock-fields.tsx'

export type ProductForm = FormState<ProductValues>
export type PartProps = { form: ProductForm; mistakes: ReadonlyMap<string, Mistake> }

type ProductFieldsProps = {
  form: ProductForm
  isNew?: boolean
  /** The current media of the product. */
  media?: readonly Multimedia[]
  /** Shown below the fields of the panel. */
  children?: ReactNode
}

/** The fields of a product: its data, rates and components on the left, media and stock on the right. */
export function ProductFields({ form, isNew = false, media = [], children }: ProductFieldsProps) {
  const t = useTranslations('products')
  const mistakes = liveMistakes(form.values)
  const [brought, setBrought] = useState<readonly Multimedia[]>([])
  const fill = (fields: Filled, photos: readonly Multimedia[]) => {
    setBrought((before) => [...before, ...photos])
    const multimedia_ids = [...form.values.multimedia_ids, ...photos.map(({ id }) => id)]
    form.merge({ ...fields, ...(photos.length > 0 && { multimedia_ids }) })
  }
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Names form={form} mistakes={mistakes} isNew={isNew} />
        <BarcodeFields form={form} mistakes={mistakes} />
        <Rates form={form} />
        <ComponentFields form={form} />
        <FieldGroup title={t('more')}>
          <FieldRow>
            <TextField {...form.at('brand')} label={t('brand')} />
            <TextField {...form.at('category')} label={t('category')} />
          </FieldRow>
          <div className={classes.wildberries}>
            <NumberField
              {...form.at('wildberries_id')}
              show={String}
              label={t('wildberries')}
              hint={t('wildberriesHint')}
            />
            <FillFromWildberries
              id={form.values.wildberries_id}
              form={form.values}
              hasPhotos={form.values.multimedia_ids.length > 0}
              onFill={fill}
            />
          </div>
          <TextAreaField
            {...form.at('description')}
            label={t('description')}
            placeholder={t('descriptionPlaceholder')}
          />
        </FieldGroup>
      </div>
      <aside className={classes.panel} aria-label={t('panel')}>
        <MediaField
          {...form.at('multimedia_ids')}
          label={t('media')}
          path="products"
          known={[...media, ...brought]}
        />
        <StockFields form={form} />
        <SwitchField {...form.at('is_active')} label={t('isActive')} hint={t('isActiveHint')} />
        {children}
      </aside>
    </div>
  )
}

function Names({ form, mistakes, isNew }: PartProps & { isNew: boolean }) {
  const t = useTranslations('products')
  const textOf = useMistakeText()
  const article = form.at('article')
  const mistake = mistakes.get('article')
  return (
    <>
      <TextField {...form.at('name')} label={t('name')} autoFocus={isNew} />
      <TextField
        {...article}
        error={article.error ?? (mistake && textOf(mistake))}
        label={t('article')}
        hint={t('articleHint')}
      />
    </>
  )
}

function Rates({ form }: { form: ProductForm }) {
  const t = useTranslations('products')
  const format = useFormat()
  const { norm_seconds: norm } = form.values
  // Below one minute the field's own text is enough.
  const hint = norm !== null && norm >= 60 ? { hint: format.duration(norm) } : {}
  // Four labels with a mark do not fit side by side.
  const at = (name: 'money' | 'coins' | 'norm_seconds' | 'weight_g') => ({
    ...form.at(name),
    optional: false,
  })
  return (
    <FieldGroup title={t('rates')} hint={t('ratesHint')}>
      <div className={classes.rates}>
        <MoneyField {...at('money')} label={t('money')} />
        <NumberField {...at('coins')} label={t('coins')} />
        <NumberField
          {...at('norm_seconds')}
          {...hint}
          label={t('norm')}
          unit={t('secondsUnit')}
          show={(seconds) => format.duration(seconds)}
        />
        <NumberField {...at('weight_g')} label={t('weight')} unit={t('gramsUnit')} />
      </div>
    </FieldGroup>
  )
}
