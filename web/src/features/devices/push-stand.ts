/** What a person sees about the pushes of this browser. Each has one text and at most one next step. */
export type PushStand =
  /** The address is not https, so browsers refuse pushes. */
  | 'insecure'
  | 'unsupported'
  /** An iPhone takes pushes only for an app on its Home Screen. */
  | 'ios'
  /** The app is on the Home Screen, but the system is too old. */
  | 'iosOld'
  /** Blocked. The place where it is allowed again differs. */
  | 'denied'
  | 'deniedSafari'
  | 'deniedApp'
  | 'deniedIos'
  /** The browser will ask. */
  | 'ask'
  /** Allowed, but not switched on for this person. */
  | 'off'
  /** Switched on, but the server has not confirmed it. */
  | 'unsure'
  /** Switched on, but the person has switched off all kinds of pushes. */
  | 'muted'
  | 'on'

/** What a browser says about itself. */
export type BrowserFacts = {
  isSecure: boolean
  isSupported: boolean
  /** An iPhone or iPad. */
  isApplePhone: boolean
  /** Safari on a Mac. */
  isSafari: boolean
  /** Opened from its own icon, without an address bar. */
  isInstalled: boolean
  permission: NotificationPermission
  /** The person has switched pushes on here, and the browser is subscribed. */
  isOn: boolean
}

type Facts = BrowserFacts & {
  /** The id under which the server knows this browser; null: it does not; undefined: it has not answered yet. */
  deviceId: number | null | undefined
  /** At least one kind of pushes is on. */
  hasKinds: boolean
}

export function standOf(facts: Facts): PushStand {
  if (!facts.isSecure) return 'insecure'
  if (!facts.isSupported) return unsupportedOf(facts)
  if (facts.permission === 'denied') return deniedOf(facts)
  if (facts.permission === 'default') return 'ask'
  if (!facts.isOn) return 'off'
  if (facts.deviceId === null) return 'unsure'
  return facts.hasKinds ? 'on' : 'muted'
}

function unsupportedOf({ isApplePhone, isInstalled }: BrowserFacts): PushStand {
  if (!isApplePhone) return 'unsupported'
  return isInstalled ? 'iosOld' : 'ios'
}

function deniedOf({ isApplePhone, isInstalled, isSafari }: BrowserFacts): PushStand {
  if (isApplePhone) return 'deniedIos'
  if (isInstalled) return 'deniedApp'
  return isSafari ? 'deniedSafari' : 'denied'
}
