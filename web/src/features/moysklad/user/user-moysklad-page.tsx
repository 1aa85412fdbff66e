import type { MoySkladUserTie } from '@artel/contract/moysklad/moysklad.items'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { Code } from '../../../ui/page/code.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { settingsPath } from '../items/item-address.ts'
import { useTie } from './use-tie.ts'
import classes from './user-moysklad.module.css'
import { TieChoice } from './user-tie-choice.tsx'

/** The employee that a person is linked to, and the data from MoySklad. */
export function UserMoySkladPage() {
  const { id = '' } = useParams({ strict: false })
  const isOwner = useUser().type === 'owner'
  return isOwner ? <OwnersTie userId={Number(id)} /> : <AdminsTie userId={Number(id)} />
}

/** For admins: whether the person is linked. Only the owner links. */
function AdminsTie({ userId }: { userId: number }) {
  const t = useTranslations('moySklad')
  const { data, error, refetch } = useCall('users.get', { params: { id: userId } })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('userLoadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height={44} cells={[{ kind: 'text' }]} />
  const { moy_sklad_id } = data.user
  return (
    <div className={classes.page}>
      <section className={classes.tied}>
        <h2 className={classes.heading}>{t(moy_sklad_id === null ? 'userFree' : 'userTied')}</h2>
        {moy_sklad_id !== null && (
          <Facts>
            <Fact name={t('userId')}>
              <Code>{moy_sklad_id}</Code>
            </Fact>
          </Facts>
        )}
        <p className={classes.hint}>{t('userFreeText')}</p>
        <p className={classes.hint}>{t('userOwnerOnly')}</p>
      </section>
    </div>
  )
}

function OwnersTie({ userId }: { userId: number }) {
  const t = useTranslations('moySklad')
  const { data, error, refetch } = useCall('moySkladItems.user', { params: { id: userId } })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('userLoadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} height={44} cells={[{ kind: 'text' }]} />
  const tie = data.moi_sklad
  if (!tie.is_connected && tie.tied_to === null) return <NotConnected />
  return (
    <div className={classes.page}>
      {tie.tied_to ? (
        <Tied userId={userId} tie={tie} employee={tie.tied_to} />
      ) : (
        <Free userId={userId} tie={tie} />
      )}
    </div>
  )
}

function NotConnected() {
  const t = useTranslations('moySklad')
  return (
    <EmptyState
      title={t('userNone')}
      text={t('userNoneText')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link {...props} to={settingsPath} />}>
          {t('userToSettings')}
        </Button>
      }
    />
  )
}

type TiedProps = {
  userId: number
  tie: MoySkladUserTie
  employee: NonNullable<MoySkladUserTie['tied_to']>
}

function Tied({ userId, tie, employee }: TiedProps) {
  const t = useTranslations('moySklad')
  const { untie, isBusy } = useTie(userId, tie)
  const { name, login, email, phone, position, is_gone, url, updated_at } = employee
  return (
    <section className={classes.tied}>
      <h2 className={classes.heading}>{t('userTied')}</h2>
      <Facts>
        <Fact name={t('userName')}>
          <b>{name}</b>
          {is_gone && <Tag tone="warn">{t('userGone')}</Tag>}
        </Fact>
        <Fact name={t('userPosition')}>{position ?? <Blank />}</Fact>
        <Fact name={t('userLogin')}>{login ?? <Blank />}</Fact>
        <Fact name={t('userEmail')}>{email ?? <Blank />}</Fact>
        <Fact name={t('userPhone')}>{phone ?? <Blank />}</Fact>
        <Fact name={t('userChanged')}>
          <DateText value={updated_at} withTime />
        </Fact>
        <Fact name={t('userSynced')}>
          <DateText value={tie.succeeded_at} withTime />
        </Fact>
      </Facts>
      <p className={classes.hint}>{t('userFreeText')}</p>
      <div className={classes.ways}>
        {url !== null && (
          <Button
            variant="default"
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={16} stroke={1.8} />}
          >
            {t('openThere')}
          </Button>
        )}
        <Button variant="subtle" color="gray" loading={isBusy} onClick={untie}>
          {t('userUntie')}
        </Button>
      </div>
    </section>
  )
}

function Free({ userId, tie }: { userId: number; tie: MoySkladUserTie }) {
  const t = useTranslations('moySklad')
  return (
    <section className={classes.tied}>
      <h2 className={classes.heading}>{t('userFree')}</h2>
      <p className={classes.hint}>{t('userFreeText')}</p>
      <TieChoice userId={userId} tie={tie} />
    </section>
  )
}
