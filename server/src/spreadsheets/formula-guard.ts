// Characters that begin a formula in a spreadsheet (OWASP, "CSV injection"), also in their full-width forms,
// which Numbers treats alike. A text that already begins with apostrophes before such a character gets one
// more, so that exactly one can be removed.
const guardable = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const guarded = /^''*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Makes a csv text safe: a leading apostrophe is added where a spreadsheet would run a formula. */
export const guardFormula = (text: string): string => (guardable.test(text) ? `'${text}` : text)

/** Reverses `guardFormula`. Files of other programs use the same guard. */
export const unguardFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
