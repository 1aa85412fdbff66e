import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { achievementNames } from '../../contract/src/achievements/achievements.names.ts'
import { auditWordsEn } from '../../contract/src/audit/audit.words.en.ts'
import { auditWordsRu } from '../../contract/src/audit/audit.words.ru.ts'
import { errorTextsEn, fieldTextsEn } from '../../contract/src/errors/errors.en.ts'
import { errorTextsRu, fieldTextsRu } from '../../contract/src/errors/errors.ru.ts'
import { notificationWordsEn } from '../../contract/src/notifications/notifications.words.en.ts'
import { notificationWordsRu } from '../../contract/src/notifications/notifications.words.ru.ts'
import { compileTexts } from '../../contract/src/texts/texts.compile.ts'
import { catalogue } from '../src/app/texts/catalogue.ts'
import { findTextPlaces } from './text-places.ts'

const id = 'virtual:texts'
const resolvedId = `\0${id}`

type Namespaces = Record<string, Record<string, string>>

/** What pages say, as it is written. */
const pageTexts = {
  ru: flatten({
    ...catalogue.ru,
    fields: fieldTextsRu,
    auditWords: auditWordsRu,
    achievementNames: namesIn('ru'),
  }),
  en: flatten({
    ...catalogue.en,
    fields: fieldTextsEn,
    auditWords: auditWordsEn,
    achievementNames: namesIn('en'),
  }),
}

/** All texts as they are written, with those that the server alone says. */
export const flatTexts = {
  ru: { ...pageTexts.ru, ...flatten({ errors: errorTextsRu, notificationWords: notificationWordsRu }) },
  en: { ...pageTexts.en, ...flatten({ errors: errorTextsEn, notificationWords: notificationWordsEn }) },
}

const files = Object.entries(pageTexts).map(([locale, texts]) => {
  const source = JSON.stringify(compileTexts(texts))
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return { locale, source, fileName: `assets/texts-${locale}-${hash}.json` }
})

/**
 * Emits the texts of each language, read into their parts, as a hashed file of its own and gives their addresses as
 * `virtual:texts`. `texts.json` holds both as they are written, for the server, which answers them outside production.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'artel:texts',
    config: () => ({ resolve: { alias: [withoutReader] } }),
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) => (source === resolvedId ? addressModule() : undefined),
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source })
      this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(flatTexts) })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ fileName }) => request.url === `/${fileName}`)
        if (!file) return next()
        response.setHeader('content-type', 'application/json').end(file.source)
      })
    },
  }
}

const placesId = 'virtual:text-places'

/** Emits the features that show each text, for the editor of texts, and gives its address as `virtual:text-places`. */
export function textPlacesPlugin(): Plugin {
  const source = JSON.stringify(findTextPlaces(Object.keys(flatTexts.ru)))
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const fileName = `assets/text-places-${hash}.json`
  return {
    name: 'artel:text-places',
    resolveId: (wanted) => (wanted === placesId ? `\0${placesId}` : undefined),
    load: (wanted) =>
      wanted === `\0${placesId}` ? `export default ${JSON.stringify(`/${fileName}`)}` : undefined,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next()
        response.setHeader('content-type', 'application/json').end(source)
      })
    },
  }
}

/** Draws a text that has been read; the way of use-intl reads it first, in 9 KiB of code on every page. */
const withoutReader = {
  find: /^use-intl\/format-message$/,
  replacement: fileURLToPath(new URL('../src/i18n/format-text.ts', import.meta.url)),
}

function addressModule(): string {
  const addresses = Object.fromEntries(files.map(({ locale, fileName }) => [locale, `/${fileName}`]))
  return `export default ${JSON.stringify(addresses)}`
}

function namesIn(locale: 'ru' | 'en'): Record<string, string> {
  return Object.fromEntries(Object.entries(achievementNames).map(([code, name]) => [code, name[locale]]))
}

function flatten(namespaces: Namespaces): Record<string, string> {
  return Object.fromEntries(
    Object.entries(namespaces).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${namespace}.${key}`, text]),
    ),
  )
}
