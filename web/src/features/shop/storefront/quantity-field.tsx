import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { FieldProps } from '../../../forms/fields/field-frame.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import classes from '../shop-parts.module.css'

/** The number of pieces, typed or changed one by one. */
export function QuantityField({ max, ...props }: FieldProps<number | null> & { max: number }) {
  const t = useTranslations('shop')
  const { value, onChange } = props
  const count = value ?? 0
  return (
    <div className={classes.quantity}>
      <NumberField {...props} />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('oneLess')}
        disabled={count <= 1}
        onClick={() => onChange(count - 1)}
      >
        <IconMinus size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('oneMore')}
        disabled={count >= max}
        onClick={() => onChange(count + 1)}
      >
        <IconPlus size={16} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
