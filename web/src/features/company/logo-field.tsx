import { photoFormats, photoLimit } from '@artel/contract/multimedia/multimedia.kinds'
import { Button, FileButton } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { useMediaAddress } from '../../api/send/media.ts'
import { keepCompany, useCompany } from '../../api/session/session.ts'
import { usePicture } from '../../ui/media/use-picture.ts'
import { notify } from '../../ui/notices/notify.ts'
import classes from './logo-field.module.css'

const megabyte = 1_048_576

/** The logo of the company, saved as soon as it is chosen. */
export function LogoField() {
  const t = useTranslations('company')
  const { logo, name } = useCompany()
  const picture = usePicture(useMediaAddress()(logo, 'small'))
  const { save, isSaving } = useLogo()
  return (
    <div className={classes.logo}>
      <span className={classes.frame}>
        {picture ? (
          <img {...picture} alt={t('logoOf', { name })} />
        ) : (
          <IconPhotoUp size={24} stroke={1.6} aria-hidden="true" />
        )}
      </span>
      <div className={classes.words}>
        <span className={classes.label}>{t('logo')}</span>
        <div className={classes.buttons}>
          <FileButton
            accept={Object.values(photoFormats).join(',')}
            onChange={(file) => file && save(file)}
            inputProps={{ 'aria-label': t('logoFile') }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={isSaving}>
                {t(logo === null ? 'logoAdd' : 'logoReplace')}
              </Button>
            )}
          </FileButton>
          {logo !== null && (
            <Button variant="subtle" color="gray" disabled={isSaving} onClick={() => save(null)}>
              {t('logoRemove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function useLogo() {
  const t = useTranslations('company')
  const { mutate, isPending } = useAction('company.update', {
    onSuccess: ({ company }) => {
      keepCompany(company)
      notify({ text: t(company.logo === null ? 'logoRemoved' : 'logoSaved'), tone: 'ok' })
    },
    onFailure: (failure) => {
      const [about] = fieldErrorsOf(failure).logo ?? []
      notify({ text: about ?? (failure.message || t('logoFailed')), tone: 'bad' })
    },
  })
  const save = (logo: File | null) => {
    if (logo && logo.size > photoLimit)
      notify({ text: t('logoTooLarge', { limit: photoLimit / megabyte }), tone: 'bad' })
    // The type of the body has no files, but the client sends one beside the fields.
    else mutate({ body: { logo } as object })
  }
  return { save, isSaving: isPending }
}
