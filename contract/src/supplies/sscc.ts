// Without schemas, so that the packing screen does not load the schema library.

/** The last digit of a GS1 code, computed from the digits before it. */
function gs1CheckDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Digits before the check digit: an extension digit, the prefix of the company, and a serial. */
const length = 17

/** How many SSCCs a company can make with its GS1 prefix. The serial 0 is not used. */
export const ssccCount = (prefix: string): number => 10 ** (length - prefix.length) - 1

/**
 * The SSCC (GS1 General Specifications, 2.2.1) of a pallet. The first digit of the serial is the extension
 * digit, which a company may choose freely. @param serial 1…`ssccCount`
 */
export function ssccOf(prefix: string, serial: number): string {
  const [extension = '', ...rest] = String(serial).padStart(length - prefix.length, '0')
  const digits = `${extension}${prefix}${rest.join('')}`
  return `${digits}${gs1CheckDigit(digits)}`
}

const isSscc = (code: string): boolean =>
  /^\d{18}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === Number(code.at(-1))

/** How an SSCC is printed below its bars. */
export const ssccText = (code: string): string => `(00) ${code}`

/** Whether the code of a pallet is an SSCC and not a code that the product has made. */
export const hasSscc = (barcode: string): boolean => /^\d{18}$/.test(barcode)

/**
 * Turns what a scanner has read into the code of a pallet. Scanners send the bars of an SSCC as `00` and its digits, some of
 * them after the mark of GS1-128 (`]C1`), and people type what is printed. Any other code is returned unchanged.
 */
export function palletCode(scanned: string): string {
  // Some readers give the first sign of GS1-128 as a control character.
  const code = scanned.trim().replace(/^(\]C1|\p{Cc})/u, '')
  const [, sscc] = /^\(?00\)?\s?(\d{18})$/.exec(code) ?? []
  return sscc !== undefined && isSscc(sscc) ? sscc : code
}
