/**
 * Collects the text of a shared or inline string from its tags. Includes all runs, but not the phonetic hints
 * (`rPh`) of East Asian characters. Holds at most `most` characters, each possibly as an escape, plus one
 * piece.
 */
export class RichText {
  readonly #most: number
  #text = ''
  #isText = false
  #isAid = false

  constructor(most: number) {
    this.#most = most
  }

  begin(): void {
    this.#text = ''
    this.#isText = false
    this.#isAid = false
  }

  open(name: string): void {
    if (name === 't') this.#isText = true
    else if (name === 'rPh') this.#isAid = true
  }

  take(text: string): void {
    if (this.#isText && !this.#isAid && this.#text.length <= this.#most * longestEscape) this.#text += text
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#isAid = false
  }

  get text(): string {
    return decodeEscapes(this.#text)
  }
}

const longestEscape = '_x000D_'.length

/** `_x000D_` encodes a character that XML cannot contain (ECMA-376 part 1, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
