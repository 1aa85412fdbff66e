import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { SettingRow, SettingRows } from '../../ui/page/setting-rows.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { TotpOffForm } from './totp-off-form.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** Email, password and second factor, each with the dialog that changes it. */
export function SignInWays() {
  const t = useTranslations('profile')
  const { email, email_verified_at } = useUser()
  return (
    <SettingRows>
      <Way
        name={t('email')}
        aside={email_verified_at === null && <Tag tone="warn">{t('emailUnconfirmed')}</Tag>}
        text={email}
        action={t('changeEmail')}
        onAction={() => openDialog(t('emailTitle'), (close) => <EmailForm close={close} />, { isForm: true })}
      />
      <Way
        name={t('password')}
        text={t('passwordText')}
        action={t('changePassword')}
        onAction={() =>
          openDialog(t('passwordTitle'), (close) => <PasswordForm close={close} />, { isForm: true })
        }
      />
      <SecondFactor />
    </SettingRows>
  )
}

function SecondFactor() {
  const t = useTranslations('profile')
  const format = useFormat()
  const { data, error, refetch } = useCall('totp.get', {})
  if (!data && error) {
    return (
      <li>
        <ErrorState {...listErrorOf(error, t('totpFailed'))} onRetry={() => void refetch()} />
      </li>
    )
  }
  // Most people have none, so while it loads the row has the height of this.
  const confirmed_at = data?.totp.confirmed_at ?? null
  if (!data || confirmed_at === null) {
    return (
      <Way
        name={t('totp')}
        text={t('totpOff')}
        action={t('setUp')}
        isLoading={!data}
        onAction={() =>
          openDialog(t('totpTitle'), (close) => <TotpSetup onDone={close} />, {
            isForm: true,
            onClose: refreshTotp,
          })
        }
      />
    )
  }
  const { recovery_codes_left: count } = data.totp
  return (
    <Way
      name={t('totp')}
      aside={<Tag tone={count === 0 ? 'warn' : 'ok'}>{t('codesLeft', { count })}</Tag>}
      text={t('totpOn', { day: format.date(confirmed_at) })}
      action={t('turnOff')}
      onAction={() =>
        openDialog(t('totpOffTitle'), (close) => <TotpOffForm close={close} />, { isForm: true })
      }
    />
  )
}

const refreshTotp = () => void refreshEntities('second_factor')

type WayProps = {
  name: string
  aside?: ReactNode
  text: string
  action: string
  onAction: () => void
  isLoading?: boolean
}

function Way({ action, onAction, ...row }: WayProps) {
  return (
    <SettingRow {...row}>
      <Button variant="default" onClick={onAction}>
        {action}
      </Button>
    </SettingRow>
  )
}
