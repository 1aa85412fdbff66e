const name = 'from_push'

/**
 * The notification whose push has led here: its number stands in the address, as the service worker cannot tell the
 * server itself. It is taken out before anybody reads the address.
 */
export function takePressed(): number | null {
  const address = new URL(location.href)
  const id = Number(address.searchParams.get(name))
  if (!address.searchParams.has(name)) return null
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
