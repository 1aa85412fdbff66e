import address from 'virtual:text-places'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './text-changes.module.css'

type Places = Record<string, string[]>

async function readPlaces(): Promise<Places> {
  const response = await fetch(address)
  return response.ok ? response.json() : {}
}

/** The screen of each part of the product: its text key in the menu, and its path. */
const screens = {
  achievements: ['rewards', '/rewards'],
  company: ['settings', '/settings'],
  hours: ['users', '/users'],
  imports: ['products', '/sets/import'],
  instructions: ['instructions', '/instructions'],
  ledger: ['money', '/money'],
  'legal-entities': ['legalEntities', '/legal_entities'],
  localizations: ['texts', '/localizations-9f3c7a'],
  orders: ['orders', '/orders'],
  products: ['products', '/sets'],
  profile: ['profile', '/profile'],
  rewards: ['rewards', '/rewards'],
  shop: ['shop', '/shop'],
  stats: ['analytics', '/analytics'],
  supplies: ['supplies', '/supplies'],
  tasks: ['tasks', '/tasks'],
  users: ['users', '/users'],
  warehouses: ['warehouses', '/settings/warehouses'],
  wildberries: ['products', '/sets'],
} as const

/** Texts that the server sends, by section. */
const ofServer: Partial<Record<string, 'whereRefusals' | 'whereNotifications'>> = {
  errors: 'whereRefusals',
  fields: 'whereRefusals',
  notificationWords: 'whereNotifications',
}

const isScreen = (place: string): place is keyof typeof screens => Object.hasOwn(screens, place)

/** The places that show a text, as the build found them in the code. */
export function TextPlaces({ textKey }: { textKey: string }) {
  const t = useTranslations('localizations')
  const frame = useTranslations('frame')
  const { data } = useQuery({
    queryKey: ['text-places'],
    queryFn: readPlaces,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  const places = data[textKey] ?? []
  const links = new Map(places.filter(isScreen).map((place) => [screens[place][1], screens[place][0]]))
  // The frame around all pages, and components that several pages share.
  const isEverywhere = places.some((place) => !isScreen(place) && place !== 'auth' && place !== 'public')
  const isPublic = places.includes('auth') || places.includes('public')
  const said = ofServer[textKey.split('.', 1)[0] ?? '']
  if (places.length === 0 && !said) return <p className={classes.quiet}>{t('whereNowhere')}</p>
  return (
    <div className={classes.places}>
      {said && <span className={classes.place}>{t(said)}</span>}
      {isEverywhere && <span className={classes.place}>{t('whereEverywhere')}</span>}
      {isPublic && <span className={classes.place}>{t('wherePublic')}</span>}
      {[...links].map(([path, label]) => (
        <Anchor
          key={path}
          className={classes.place ?? ''}
          renderRoot={(props) => <Link to={path} {...props} />}
        >
          {frame(label)}
        </Anchor>
      ))}
    </div>
  )
}
