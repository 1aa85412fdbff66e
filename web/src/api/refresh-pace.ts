let isLive = false

/** Whether live events arrive at this browser. */
export const setLive = (now: boolean): void => {
  isLive = now
}

/** How often what is on the screen is asked anew: rarely where changes are told as they happen. */
export const refreshPaceMs = (): number => (isLive ? 60_000 : 10_000)
