import type { Achievement } from '@artel/contract/achievements/achievements'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { refreshAfter } from '../../api/cache/refresh.ts'
import { ApiFailure } from '../../api/send/failure.ts'
import { TextAreaField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'

type RevocationProps = { given: Achievement; close: () => void }

/**
 * Revokes an achievement with a reason. If its coins are already spent, says so and offers the other options.
 */
export function Revocation({ given, close }: RevocationProps) {
  const { data } = useCall('users.get', { params: { id: given.user_id } })
  const left = data?.user.coins ?? given.coins
  if (left < given.coins) return <Spent given={given} left={left} close={close} />
  return <RevokeForm given={given} close={close} />
}

function RevokeForm({ given, close }: RevocationProps) {
  const t = useTranslations('achievements')
  const ui = useTranslations('ui')
  const names = useTranslations('achievementNames')
  const revoke = useRevoke()
  const { id, coins, achievement } = given
  const name = given.user.full_name
  const form = useFormState({
    call: 'achievements.revoke',
    draft: { item: given.id },
    initial: { comment: '' },
    send: async ({ comment }) => {
      await revoke(id, comment)
      close()
      notify({ text: t('revokeDone', { achievement: names(achievement), name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('revoke')}
      isDestructive
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>
        {coins > 0
          ? t('revokeText', { name, worth: ui('coins', { count: coins }) })
          : t('revokeNothing', { name })}
      </DialogText>
      <TextAreaField {...form.at('comment')} label={t('revokeWhy')} hint={t('revokeWhyHint', { name })} />
    </FormShell>
  )
}

/**
 * Revokes. If the coins were spent just now,
 * the error appears in the form, and the refetch shows the balance.
 */
function useRevoke() {
  const t = useTranslations('achievements')
  const { mutateAsync } = useAction('achievements.revoke', {
    // Another person may have revoked it first, so refetch.
    onFailure: () => void refreshAfter('achievements.revoke'),
  })
  return async (id: number, comment: string) => {
    try {
      await mutateAsync({ params: { id }, body: { comment } })
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'insufficient_coins') throw failure
      throw new ApiFailure({ ...failure, errors: { coins: [t('spentNow')] } }, failure.statusCode)
    }
  }
}

function Spent({ given, left, close }: RevocationProps & { left: number }) {
  const t = useTranslations('achievements')
  const ui = useTranslations('ui')
  const brought = ui('coins', { count: given.coins })
  return (
    <>
      <DialogText>{t('spentText', { name: given.user.full_name, brought, left })}</DialogText>
      <DialogText>{t('spentAdvice')}</DialogText>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('keep')}
        </Button>
        <Button
          data-autofocus
          renderRoot={(props) => <Link {...props} to={`/user/${given.user_id}/coins`} />}
          onClick={close}
        >
          {t('toCoins')}
        </Button>
      </DialogButtons>
    </>
  )
}
