import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ImportPage, type ImportSubject } from '../imports/imports.tsx'
import { editorPath } from './text-address.ts'

/** What the file of the list tells of a text beside its words, in either language. */
const leavesOut = [
  ...['Исходный русский', 'Исходный английский', 'Черновик', 'Изменён'],
  ...['Default Russian', 'Default English', 'Draft', 'Changed'],
]

/** Texts from a file; they become drafts. */
export function TextImportPage() {
  const t = useTranslations('localizations')
  const subject = useMemo<ImportSubject>(
    () => ({
      kind: 'localizations',
      send: 'localizations.import',
      // All texts as they are: whoever changes some sends the file back.
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
