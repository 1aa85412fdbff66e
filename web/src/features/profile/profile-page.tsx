import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { DeviceSettings } from '../devices/devices.tsx'
import { NotificationSettings } from '../notifications/notifications.tsx'
import { BoardSwitch } from './board-switch.tsx'
import { Face } from './face.tsx'
import { Looks } from './looks.tsx'
import { OwnData } from './own-data.tsx'
import classes from './profile.module.css'
import { Sessions } from './sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'

/** The account of the signed-in person: personal data, appearance and sign-in. */
export function ProfilePage() {
  const t = useTranslations('profile')
  const devices = useTranslations('devices')
  usePageTitle(t('title'))
  const { type } = useUser()
  return (
    <Sheet>
      <PageHeader title={t('title')} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section title={t('data')}>
            <Face />
            <OwnData />
          </Section>
          <Section title={t('looks')}>
            <Looks />
          </Section>
          {type === 'staff' && (
            <Section title={t('board')}>
              <BoardSwitch />
            </Section>
          )}
          <Section title={devices('title')}>
            <DeviceSettings />
          </Section>
        </div>
        <div className={classes.column}>
          <Section title={t('signIn')}>
            <SignInWays />
          </Section>
          <Section title={t('notifications')}>
            <p className={classes.hint}>{t('notificationsHint')}</p>
            <div className={classes.switches}>
              <NotificationSettings />
            </div>
          </Section>
          {/* Last in the column, because its height is unknown until it loads, and nothing may shift. */}
          <Section title={t('sessions')}>
            <Sessions />
          </Section>
        </div>
      </div>
    </Sheet>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}
