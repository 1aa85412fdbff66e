const hour = 3600

/** null for less than an hour of work, because a newcomer would otherwise rank first by chance. */
export const pointsPerHour = (points: number, workedSeconds: number): number | null =>
  workedSeconds < hour ? null : points / (workedSeconds / hour)
