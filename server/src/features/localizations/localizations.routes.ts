import { localizations } from '@artel/contract/texts/localizations'
import { type Route, routes } from '../../http/calls/route.ts'
import { type ImportPlaces, startImport } from '../imports/imports.ts'
import { changeFile, publicationFile, textFile } from './localizations.file.ts'
import { textImport } from './localizations.import.ts'
import { listDrafted } from './localizations.live.ts'
import { restorePublication, syncTexts } from './localizations.publish.ts'
import {
  createText,
  discardDrafts,
  getText,
  getTexts,
  listChanges,
  listPublications,
  listTexts,
  removeText,
  storeTexts,
  updateText,
} from './localizations.ts'

export const localizationRoutes = (places: ImportPlaces): Route[] =>
  routes(localizations, {
    list: {
      answer: ({ db, actor, query }) => listTexts(db, actor, query),
      file: async ({ db, query }) => textFile(db, query),
    },
    store: async ({ db, actor, body: { localizations: many, key = '', ...texts } }) => {
      const ids = await storeTexts(db, actor, many ?? [{ key, ...texts }], many !== undefined)
      return { localizations: await getTexts(db, actor, ids) }
    },
    get: async ({ db, actor, params }) => ({ localization: await getText(db, actor, params.id) }),
    create: async ({ db, actor, body }) => {
      const id = await createText(db, actor, body)
      return { localization: await getText(db, actor, id) }
    },
    update: async ({ db, actor, params, body }) => {
      await updateText(db, actor, params.id, body)
      return { localization: await getText(db, actor, params.id) }
    },
    remove: async ({ db, actor, params }) => {
      await removeText(db, actor, params.id)
      return {}
    },
    sync: ({ db, actor }) => syncTexts(db, actor),
    discard: async ({ db, actor, body }) => ({ discarded: await discardDrafts(db, actor, body.ids) }),
    preview: async ({ db }) => ({ locales: await listDrafted(db) }),
    changes: {
      answer: ({ db, actor, params, body, query }) => listChanges(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => changeFile(db, actor, params.id, body, query),
    },
    publications: {
      answer: ({ db, actor, body, query }) => listPublications(db, actor, body, query),
      file: async ({ db, actor, body, query }) => publicationFile(db, actor, body, query),
    },
    restore: ({ db, actor, params }) => restorePublication(db, actor, params.id),
    import: async ({ root, db, actor, body, files, reply }) => {
      const { isDone, ...answer } = await startImport(
        { root, db, actor },
        places,
        textImport,
        body,
        files.file,
      )
      if (!isDone) reply.status(202)
      return answer
    },
  })
