import { UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './done-counter.module.css'
import type { DoneCount } from './use-done-count.ts'

/** The number of done pieces between two large buttons. The number can also be typed. */
export function DoneCounter({ quantity, counter }: { quantity: number; counter: DoneCount }) {
  const t = useTranslations('tasks')
  const { done, set } = counter
  return (
    <div className={classes.counter}>
      <UnstyledButton
        className={classes.step}
        aria-label={t('one_less')}
        disabled={done === 0}
        onClick={() => set(done - 1)}
      >
        <IconMinus size={24} stroke={1.8} />
      </UnstyledButton>
      <label className={classes.value}>
        <input
          className={classes.input}
          style={{ width: `${Math.max(2, String(done).length) + 0.6}ch` }}
          inputMode="numeric"
          aria-label={t('countDone')}
          value={done}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => set(Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 7)))}
        />
        <span className={classes.of}>{t('ofQuantity', { quantity })}</span>
      </label>
      <UnstyledButton
        className={classes.step}
        aria-label={t('one_more')}
        disabled={done === quantity}
        onClick={() => set(done + 1)}
      >
        <IconPlus size={24} stroke={1.8} />
      </UnstyledButton>
    </div>
  )
}
