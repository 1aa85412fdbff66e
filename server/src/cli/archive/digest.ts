import { createHash } from 'node:crypto'

const newline = 10

/** Counts and digests the rows of a table in the format of COPY, which has one row per line. */
export class RowDigest {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(lines: Buffer): void {
    this.#hash.update(lines)
    for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) this.#rows += 1
  }

  result = (): { rows: number; sha256: string } => ({ rows: this.#rows, sha256: this.#hash.digest('hex') })
}

/** Counts and digests files. */
export class FileDigest {
  readonly #hash = createHash('sha256')
  #files = 0
  #bytes = 0

  begin(path: string, size: number): void {
    this.#hash.update(`${path}\0${size}\0`)
    this.#files += 1
    this.#bytes += size
  }

  add(content: Buffer): void {
    this.#hash.update(content)
  }

  result = (): { files: number; bytes: number; sha256: string } => ({
    files: this.#files,
    bytes: this.#bytes,
    sha256: this.#hash.digest('hex'),
  })
}
