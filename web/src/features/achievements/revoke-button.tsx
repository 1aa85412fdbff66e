import type { Achievement } from '@artel/contract/achievements/achievements'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './achievements.module.css'
import { useAchievementDialogs } from './use-achievement-dialogs.tsx'

/** The revoke button, for people with the right. */
export function RevokeButton({ given }: { given: Achievement }) {
  const t = useTranslations('achievements')
  const achievement = useTranslations('achievementNames')(given.achievement)
  const { revoke } = useAchievementDialogs()
  if (!given.can.revoke) return null
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.revoke ?? ''}
      aria-label={t('revokeOf', { achievement })}
      onClick={() => revoke(given)}
    >
      {t('revoke')}
    </Button>
  )
}
