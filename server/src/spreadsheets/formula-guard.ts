// Signs with which a spreadsheet begins a formula (OWASP, "CSV injection"), also in their full-width forms, which
// Numbers reads alike. Apostrophes before such a sign are doubled as well, so that exactly one can be taken away.
const guardable = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const guarded = /^''*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A text of a csv that no spreadsheet runs: an apostrophe stands before it where it is needed. */
export const guardFormula = (text: string): string => (guardable.test(text) ? `'${text}` : text)

/** What `guardFormula` was given. Files of other programs guard in the same way. */
export const unguardFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
