// Without schemas, so that the pages of hours do not load the schema library.

/** How a shift was created: by the clock, by an admin, or ended by the product because nobody clocked out. */
export const shiftSources = ['clock', 'manual', 'auto'] as const
export type ShiftSource = (typeof shiftSources)[number]

/** Maximum shift that an admin enters, ms (one day). A shift over two nights is entered as two. */
export const longestShiftMs = 86_400_000

/** Maximum shifts of a person on one day, as the database enforces it. */
export const maxShiftsOfDay = 50
