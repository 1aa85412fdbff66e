export type Place = { path: string; href: string; title: string }

const most = 5

// Kept in memory only, so that nobody finds the visited pages on this device later.
let places: readonly Place[] = []

/** Stores a visited page with its title. */
export function rememberPlace(path: string, href: string): void {
  const [title = ''] = document.title.split(' · ')
  places = [{ path, href, title }, ...places.filter((place) => place.path !== path)].slice(0, most + 1)
}

/** Recently visited pages except the current one, the latest first. */
export const recentPlaces = (present: string): readonly Place[] =>
  places.filter(({ path }) => path !== present).slice(0, most)
