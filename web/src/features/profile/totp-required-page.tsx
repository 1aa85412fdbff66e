import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { LockedDialog } from '../../ui/dialog/locked-dialog.tsx'
import { Notices } from '../../ui/notices/notices.tsx'
import classes from './profile.module.css'
import { TotpSetup } from './totp-setup.tsx'

type TotpRequiredPageProps = { onDone: () => void; onSignedOut: () => void }

/** The only page for a person without a second factor while the company requires one. */
export function TotpRequiredPage({ onDone, onSignedOut }: TotpRequiredPageProps) {
  const t = useTranslations('profile')
  const auth = useTranslations('auth')
  const logout = useAction('auth.logout', { onSuccess: onSignedOut })
  usePageTitle(t('totpTitle'))
  return (
    <>
      <LockedDialog title={t('totpTitle')}>
        <TotpSetup text={t('totpRequired')} onDone={onDone} />
        <Button
          className={classes.leave ?? ''}
          variant="subtle"
          color="gray"
          loading={logout.isPending}
          onClick={() => logout.mutate({})}
        >
          {auth('signOut')}
        </Button>
      </LockedDialog>
      <Notices />
    </>
  )
}
