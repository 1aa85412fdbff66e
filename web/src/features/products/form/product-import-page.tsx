import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ImportPage, type ImportSubject } from '../../imports/imports.tsx'

/** Imports products from a file. */
export function ProductImportPage() {
  const t = useTranslations('products')
  const subject = useMemo<ImportSubject>(
    () => ({
      kind: 'products',
      send: 'products.import',
      template: 'products.template',
      fields: [
        { name: 'article', title: t('article'), kind: 'text' },
        { name: 'name', title: t('name'), kind: 'text' },
        { name: 'barcodes', title: t('barcodes'), kind: 'list' },
        { name: 'wildberries_id', title: t('wildberriesId'), kind: 'text' },
        { name: 'brand', title: t('brand'), kind: 'text' },
        { name: 'category', title: t('category'), kind: 'text' },
        { name: 'description', title: t('description'), kind: 'text' },
        { name: 'money', title: t('moneyRoubles'), kind: 'money' },
        { name: 'coins', title: t('coins'), kind: 'text' },
        { name: 'norm_seconds', title: t('normSeconds'), kind: 'text' },
        { name: 'weight_g', title: t('weightGrams'), kind: 'text' },
        { name: 'is_active', title: t('isActive'), kind: 'yesNo' },
      ],
      leavesOut: [],
      choices: [{ name: 'overwrite', label: t('overwrite'), isOn: true }],
      breadcrumb: { key: 'products', link: <Link to="/sets">{t('title')}</Link> },
      toList: <Button renderRoot={(props) => <Link to="/sets" {...props} />}>{t('toList')}</Button>,
    }),
    [t],
  )
  return <ImportPage subject={subject} />
}
