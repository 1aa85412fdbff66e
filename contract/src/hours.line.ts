// Free of schemas, so that the pages of hours do not carry the checker of all shapes.

/** How a shift came about: by the clock, by an admin's hand, or ended by the product where nobody clocked out. */
export const shiftSources = ['clock', 'manual', 'auto'] as const
export type ShiftSource = (typeof shiftSources)[number]

/** What an admin enters is a day at most; a shift that runs over two nights is two. */
export const longestShiftMs = 86_400_000

/** Shifts that a day of a person has at most, as the database says. */
export const maxShiftsOfDay = 50
