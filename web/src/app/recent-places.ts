export type Place = { path: string; href: string; title: string }

const most = 5

// Only in memory: what somebody looked at is nothing to find on this device later.
let places: readonly Place[] = []

/** Remembers where one has been, under the title that the page had. */
export function rememberPlace(path: string, href: string): void {
  const [title = ''] = document.title.split(' · ')
  places = [{ path, href, title }, ...places.filter((place) => place.path !== path)].slice(0, most + 1)
}

/** Where one has been lately, the latest first, but for where one is. */
export const recentPlaces = (present: string): readonly Place[] =>
  places.filter(({ path }) => path !== present).slice(0, most)
