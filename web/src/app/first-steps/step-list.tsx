import type { FirstStepName } from '@artel/contract/first-steps/first-steps.names'
import { Button, VisuallyHidden } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../../api/session/session.ts'
import { useTaskDialogs } from '../../features/tasks/form/use-task-dialogs.tsx'
import { useUserDialogs } from '../../features/users/form/use-user-dialogs.tsx'
import { StatusGlyph } from '../../ui/marks/status-glyph.tsx'
import classes from './first-steps.module.css'

type Step = { name: FirstStepName; is_done: boolean }
type Way = { hint: string; buttons: ReactNode }

/** The steps, each with buttons that lead to the page where it is done. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const t = useTranslations('firstSteps')
  const ways = useWays()
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {steps.map(({ name, is_done }) => (
        <li key={name} className={classes.step}>
          <StatusGlyph status={is_done ? 'done' : 'open'} size={18} />
          <span className={classes.words}>
            <span className={is_done ? classes.done : classes.name}>{t(name)}</span>
            <VisuallyHidden>, {t(is_done ? 'isDone' : 'isOpen')}</VisuallyHidden>
            {!is_done && <span className={classes.hint}>{ways[name].hint}</span>}
          </span>
          {!is_done && <span className={classes.buttons}>{ways[name].buttons}</span>}
        </li>
      ))}
    </ul>
  )
}

type Page = '/settings/overall' | '/settings/hours' | '/settings/warehouses' | '/settings/moy_sklad'

function useWays(): Record<FirstStepName, Way> {
  const t = useTranslations('firstSteps')
  const { type } = useUser()
  const { warehouses } = useSession()
  const navigate = useNavigate()
  const people = useUserDialogs()
  const tasks = useTaskDialogs()
  const hasPlace = warehouses.some(({ is_active }) => is_active)
  const invite = () => void navigate({ to: '/users' }).then(people.create)
  const link = (label: string, to: Page | '/sets/import' | '/supply/create') => (
    <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
      {label}
    </Button>
  )
  const press = (label: string, run: () => void) => (
    <Button size="xs" variant="default" onClick={run}>
      {label}
    </Button>
  )
  return {
    company: { hint: t('companyHint'), buttons: link(t('companyDo'), '/settings/overall') },
    hours: { hint: t('hoursHint'), buttons: link(t('hoursDo'), '/settings/hours') },
    people: { hint: t('peopleHint'), buttons: press(t('peopleDo'), invite) },
    products: {
      hint: t('productsHint'),
      buttons: (
        <>
          {link(t('productsDo'), '/sets/import')}
          {/* Only owners connect MoySklad. */}
          {type === 'owner' && link(t('productsMoySklad'), '/settings/moy_sklad')}
        </>
      ),
    },
    task: { hint: t('taskHint'), buttons: press(t('taskDo'), tasks.create) },
    supply: hasPlace
      ? { hint: t('supplyHint'), buttons: link(t('supplyDo'), '/supply/create') }
      : { hint: t('supplyNeedsPlace'), buttons: link(t('supplyPlaceDo'), '/settings/warehouses') },
  }
}
