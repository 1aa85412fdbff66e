import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../api/list/list-file.ts'
import { useUser } from '../../api/session/session.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './profile.module.css'

/** The recovery codes, shown only this once, with buttons to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('profile')
  const { email } = useUser()
  const text = [t('codesFile', { email }), '', ...codes, ''].join('\n')
  const download = () =>
    saveFile({ name: t('codesFileName'), content: new Blob([text], { type: 'text/plain' }) })
  return (
    <>
      <DialogText>{t('codesText')}</DialogText>
      <div className={classes.print}>
        <p className={classes.printed}>{t('codesFile', { email })}</p>
        <ul className={classes.codes} aria-label={t('codes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.ways}>
        <CopyButton text={codes.join('\n')} label={t('copyCodes')} />
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.8} />} onClick={download}>
          {t('download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.8} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
    </>
  )
}
