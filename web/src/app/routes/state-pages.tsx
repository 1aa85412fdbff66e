import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { ErrorState, ForbiddenState, NotFoundState } from '../../ui/states/states.tsx'
import { entryNamed, homePath } from './route-table.ts'
import { useCurrentRoute } from './use-current-route.ts'

export function NotFoundPage() {
  usePageTitle(useTranslations('ui')('notFoundTitle'))
  return (
    <Sheet>
      <NotFoundState action={<HomeButton />} />
    </Sheet>
  )
}

export function ForbiddenPage() {
  const t = useTranslations('ui')
  const route = useCurrentRoute()
  const isForOwner = route !== null && entryNamed(route).access === 'owner'
  const words = isForOwner ? { title: t('forOwnerTitle'), text: t('forOwnerText') } : {}
  usePageTitle(words.title ?? t('forbiddenTitle'))
  return (
    <Sheet>
      <ForbiddenState {...words} action={<HomeButton />} />
    </Sheet>
  )
}

/** Replaces a page that threw an error. */
export function ErrorPage() {
  const router = useRouter()
  const t = useTranslations('frame')
  usePageTitle(t('pageFailed'))
  return (
    <Sheet>
      <ErrorState
        isPage
        title={t('pageFailed')}
        text={t('pageFailedText')}
        onRetry={() => void router.invalidate()}
      />
    </Sheet>
  )
}

function HomeButton() {
  const t = useTranslations('frame')
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={homePath} />}>
      {t('home')}
    </Button>
  )
}
