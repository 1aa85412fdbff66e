const hour = 3600

/** Of less than an hour nothing is told: it would make a first of whoever has just come. */
export const pointsPerHour = (points: number, workedSeconds: number): number | null =>
  workedSeconds < hour ? null : points / (workedSeconds / hour)
