let live = false

/** Sets whether live events arrive at this browser. */
export const setLive = (now: boolean): void => {
  live = now
}

/** Whether live events report changes by other people. */
export const isLive = (): boolean => live

/** Interval between refreshes of the screen, ms. Longer while live events report changes. */
export const refreshPaceMs = (): number => (live ? 60_000 : 10_000)
