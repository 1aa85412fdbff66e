import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ImportPage, type ImportSubject } from '../imports/imports.tsx'
import { editorPath } from './text-address.ts'

/** Columns of the list's export file that are not imported, in both languages. */
const leavesOut = [
  'Исходный русский',
  'Исходный английский',
  'Черновик',
  'Изменён',
  'Default Russian',
  'Default English',
  'Draft',
  'Changed',
]

/** Imports texts from a file as drafts. */
export function TextImportPage() {
  const t = useTranslations('localizations')
  const subject = useMemo<ImportSubject>(
    () => ({
      kind: 'localizations',
      send: 'localizations.import',
      // The template is the full list, because people edit that file and send it back.
      template: 'localizations.list',
      fields: [
        { name: 'key', title: t('key'), kind: 'text' },
        { name: 'ru', title: t('ru'), kind: 'text' },
        { name: 'en', title: t('en'), kind: 'text' },
      ],
      leavesOut,
      choices: [{ name: 'overwrite', label: t('overwrite'), isOn: true }],
      breadcrumb: { key: 'localizations', link: <Link to={editorPath}>{t('title')}</Link> },
      toList: <Button renderRoot={(props) => <Link to={editorPath} {...props} />}>{t('toList')}</Button>,
    }),
    [t],
  )
  return <ImportPage subject={subject} />
}
