import { onSignedOut } from '../../api/session/signed-out.ts'
import { loginPathFrom } from '../routes/return-path.ts'
import { groupOf } from '../routes/route-table.ts'

const delayMs = 1000

type Place = Pick<Location, 'pathname' | 'search'>

/** Opens the login page one second after the server answered 401, except on pages that guests may open. */
export function leaveWhenSignedOut(place: Place, leave: (address: string) => void): void {
  let isLeaving = false
  const goToLogin = () => {
    isLeaving = false
    if (groupOf(place.pathname) !== 'authenticated') return
    leave(loginPathFrom(place.pathname + place.search))
  }
  onSignedOut(() => {
    if (isLeaving) return
    isLeaving = true
    setTimeout(goToLogin, delayMs)
  })
}
