// Characters that begin a formula in a spreadsheet (OWASP, "CSV injection"), also in their full-width forms,
// which Numbers treats alike. A spreadsheet may split a file at another delimiter than the file was written
// with, so they count after each possible delimiter, not only at the beginning of a text. Quotes before them
// do not prevent this: a quote that is not the first character of a cell is part of its text. A tab or a line
// break counts at the beginning only.
//
// The sign is looked for first, so that a long run of quotes takes linear time.
const unguarded = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;,\t\r\n])["']*)|(?=[\t\r\n])(?<=^'*)/g
const guards = /'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;,\t\r\n])["']*')|'(?=[\t\r\n])(?<=^'+)/g

/**
 * Makes a csv text safe: adds an apostrophe wherever a spreadsheet would run a formula, also where one stands
 * already, so that `unguardFormula` can remove exactly the added ones.
 */
export const guardFormula = (text: string): string => text.replace(unguarded, "'")

/** Reverses `guardFormula`. Files of other programs use the same guard at the beginning of a text. */
export const unguardFormula = (text: string): string => text.replace(guards, '')
