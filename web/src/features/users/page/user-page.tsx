import type { ManagedUser } from '@artel/contract/users/users'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useSession } from '../../../api/session/session.ts'
import { languageNames } from '../../../i18n/language-names.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { callAddress } from '../form/call-address.ts'
import classes from './user-page.module.css'

/** All facts about a person. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  // Served from the cache. The folder has already read it and shows an error if that failed.
  const { data } = useCall('users.get', { params: { id: Number(id) } })
  return data ? <Summary user={data.user} /> : null
}

function Summary({ user }: { user: ManagedUser }) {
  const t = useTranslations('users')
  const { warehouses } = useSession()
  const place = warehouses.find(({ id }) => id === user.warehouse_id)?.name
  return (
    <div className={classes.summary}>
      <section aria-labelledby="work-heading">
        <h2 id="work-heading" className={classes.heading}>
          {t('summaryWork')}
        </h2>
        <Facts>
          <Fact name={t('position')}>{user.position ?? <Blank />}</Fact>
          <Fact name={t('warehouse')}>{place ?? <Blank />}</Fact>
          <Fact name={t('hiredOn')}>
            <DateText value={user.hired_on} year />
          </Fact>
          <Fact name={t('addedAt')}>
            <DateText value={user.created_at} withTime />
          </Fact>
        </Facts>
      </section>
      <section aria-labelledby="person-heading">
        <h2 id="person-heading" className={classes.heading}>
          {t('summaryPerson')}
        </h2>
        <Facts>
          <Fact name={t('nickName')}>{user.nick_name ?? <Blank />}</Fact>
          <Fact name={t('birthDate')}>
            <DateText value={user.birth_date} year />
          </Fact>
          <Fact name={t('phone')}>
            {user.phone === null ? (
              <Blank />
            ) : (
              <a className={classes.contact} href={callAddress(user.phone)}>
                {user.phone}
              </a>
            )}
          </Fact>
          <Fact name={t('language')}>{languageNames[user.language]}</Fact>
        </Facts>
      </section>
      <AccessFacts user={user} />
    </div>
  )
}

function AccessFacts({ user }: { user: ManagedUser }) {
  const t = useTranslations('users')
  return (
    <section aria-labelledby="access-heading">
      <h2 id="access-heading" className={classes.heading}>
        {t('summaryAccess')}
      </h2>
      <Facts>
        <Fact name={t('type')}>{t(`type_${user.type}`)}</Fact>
        <Fact name={t('email')}>
          <a className={classes.contact} href={`mailto:${user.email}`}>
            {user.email}
          </a>
          {user.email_verified_at === null && <Tag tone="warn">{t('emailUnverified')}</Tag>}
        </Fact>
        <Fact name={t('password')}>
          {t(user.is_invited ? 'passwordNone' : user.force_change_password ? 'passwordGiven' : 'passwordOwn')}
        </Fact>
        <Fact name={t('totp')}>{t(user.has_totp ? 'totpOn' : 'totpOff')}</Fact>
        <Fact name={t('lastSeen')}>
          <DateText value={user.last_seen_at} withTime />
        </Fact>
      </Facts>
    </section>
  )
}
