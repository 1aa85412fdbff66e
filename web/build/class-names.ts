import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const shortest = 3

/**
 * Short marks of style sheets, all different. They are made of the path, so that a new sheet seldom changes the mark of
 * another, and with it the names of built files.
 */
export function marksOf(paths: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const marks = new Map<string, string>()
  for (const path of paths.toSorted()) {
    const digest = BigInt(`0x${createHash('sha256').update(path).digest('hex')}`).toString(36)
    let length = shortest
    while (taken.has(digest.slice(0, length))) length += 1
    taken.add(digest.slice(0, length))
    marks.set(path, digest.slice(0, length))
  }
  return marks
}

let marks: Map<string, string> | undefined

/**
 * The name of a class in a build. The usual names have a hash of six letters and a line, which cannot be compressed: a
 * hundredth of a first visit.
 */
export function className(name: string, file: string): string {
  marks ??= marksOf(globSync('src/**/*.module.css', { cwd: root }))
  const path = relative(root, file.replace(/\?.*$/, ''))
  const mark = marks.get(path)
  if (mark === undefined) throw new Error(`${path} is no style sheet of the sources`)
  return `${name}_${mark}`
}
