import { Button, FileButton, Loader } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useListFile } from '../../../api/list/list-file.ts'
import type { ImportSubject } from '../import-subject.ts'
import classes from '../imports.module.css'
import type { ImportFlow } from './use-import-flow.ts'

const accepted = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Takes a file by drop or by choice, and offers a template to fill in. */
export function FileStep({ subject, flow }: { subject: ImportSubject; flow: ImportFlow }) {
  const t = useTranslations('imports')
  const template = useListFile(subject.template, {})
  const take = (file: File | null | undefined) => file && flow.open(file)
  return (
    <Dropzone
      className={classes.drop ?? ''}
      activateOnClick={false}
      enablePointerEvents
      // All files are accepted here, because the server determines the type from the bytes.
      onDropAny={(files) => take(files[0])}
      onDrop={() => undefined}
      multiple={false}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      <IconFileSpreadsheet size={44} stroke={1.1} aria-hidden="true" className={classes.fileIcon} />
      <h2 className={classes.dropTitle}>{flow.isReading ? t('reading') : t('dropTitle')}</h2>
      <p className={classes.dropText}>{t('dropText')}</p>
      <div aria-live="polite">
        {flow.problem !== null && <p className={classes.problem}>{flow.problem}</p>}
      </div>
      {flow.isReading ? (
        <Loader size="sm" />
      ) : (
        <div className={classes.ways}>
          <FileButton accept={accepted} onChange={take}>
            {(props) => <Button {...props}>{t('choose')}</Button>}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} />}
            loading={template.isBusy}
            onClick={() => template.start('xlsx')}
          >
            {t('template')}
          </Button>
        </div>
      )}
    </Dropzone>
  )
}
