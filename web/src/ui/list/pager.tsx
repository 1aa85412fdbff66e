import { ActionIcon, MenuItem, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import { PopupMenu } from '../popup/popup-menu.tsx'
import type { ListPagination } from '../table/data-table-types.ts'
import classes from './pager.module.css'
import { pagesAround } from './pages-around.ts'

/** «1–13 из 38» */
export function PageRange({ pagination }: { pagination: ListPagination }) {
  const t = useTranslations('ui')
  const format = useFormat()
  const { page, limit, total, exact } = pagination
  if (total === 0) return <span>{t('rangeNone')}</span>
  return (
    <span>
      {t('range', {
        from: format.number((page - 1) * limit + 1),
        to: format.number(Math.min(page * limit, total)),
        total: format.number(total),
        approximate: String(!exact),
      })}
    </span>
  )
}

const sizes = [10, 25, 50, 100] as const

/** «По 25» */
export function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const t = useTranslations('ui')
  return (
    <PopupMenu
      position="top-end"
      target={
        <UnstyledButton className={classes.size} title={t('perPageLabel')}>
          {t('perPage', { count: limit })}
        </UnstyledButton>
      }
    >
      {sizes.map((size) => (
        <MenuItem key={size} onClick={() => onChange(size)}>
          {t('perPage', { count: size })}
        </MenuItem>
      ))}
    </PopupMenu>
  )
}

type PagesProps = { page: number; pages: number; onChange: (page: number) => void }

/** ‹ 1 **2** 3 › */
export function Pages({ page, pages, onChange }: PagesProps) {
  const t = useTranslations('ui')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  if (pages <= 1) return null
  const shown = pagesAround(page, pages, isPhone)
  const step = (name: string, to: number, icon: ReactNode) => (
    <ActionIcon aria-label={name} title={name} disabled={to < 1 || to > pages} onClick={() => onChange(to)}>
      {icon}
    </ActionIcon>
  )
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      {step(t('pagePrevious'), page - 1, <IconChevronLeft size={16} stroke={1.8} />)}
      {shown.map((number, index) =>
        number === null ? (
          <span key={`gap after ${shown[index - 1]}`} className={classes.gap}>
            …
          </span>
        ) : (
          <UnstyledButton
            key={number}
            className={clsx(classes.page, number === page && classes.current)}
            aria-label={t('pageNumber', { page: number })}
            {...(number === page && { 'aria-current': 'page' })}
            onClick={() => onChange(number)}
          >
            {number}
          </UnstyledButton>
        ),
      )}
      {step(t('pageNext'), page + 1, <IconChevronRight size={16} stroke={1.8} />)}
    </nav>
  )
}
