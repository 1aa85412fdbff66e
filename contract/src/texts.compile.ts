import compile from 'icu-minify/compile'
import type { CompiledTexts, FlatTexts } from './texts.fit.ts'

/** Reads texts into their parts. Throws where one is no ICU message. */
export const compileTexts = (texts: FlatTexts): CompiledTexts =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, compile(text)]))
