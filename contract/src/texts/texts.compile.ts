import compile from 'icu-minify/compile'
import type { CompiledTexts, FlatTexts } from './texts.fit.ts'

/** Parses texts into their parts. Throws if a text is not a valid ICU message. */
export const compileTexts = (texts: FlatTexts): CompiledTexts =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, compile(text)]))
