let isLive = false

/** Sets whether live events arrive at this browser. */
export const setLive = (now: boolean): void => {
  isLive = now
}

/** Interval between refreshes of the screen, ms. Longer while live events report changes. */
export const refreshPaceMs = (): number => (isLive ? 60_000 : 10_000)
