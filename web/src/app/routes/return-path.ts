import { groupOf, homePath, loginPath } from './route-table.ts'

/** The address of the login page that returns to `path` after login. */
export function loginPathFrom(path: string): string {
  return path === homePath || path === '/' ? loginPath : `${loginPath}?redirect=${encodeURIComponent(path)}`
}

/**
 * The address after login: `asked` if it is a page of this origin for signed-in people, otherwise home. An
 * unknown address is none, because the server may answer it with a file or data.
 */
export function safeReturnPath(asked: string | null, origin: string): string {
  if (!asked?.startsWith('/')) return homePath
  const url = URL.canParse(asked, origin) ? new URL(asked, origin) : null
  if (url?.origin !== origin) return homePath
  // `/.//other` is on this origin, but its normal form `//other` would leave it.
  if (url.pathname.startsWith('//') || groupOf(url.pathname) !== 'authenticated') return homePath
  return url.pathname + url.search + url.hash
}
