import { imports } from '@artel/contract/imports/imports'
import { routes } from '../../http/calls/route.ts'
import { importFile, rowFile } from './imports.file.ts'
import {
  getImport,
  type ImportPlaces,
  type ImportSubject,
  listImports,
  listRowsOf,
  lookInto,
  startUndo,
} from './imports.ts'

export const importRoutes = (places: ImportPlaces, subjects: readonly ImportSubject[]) =>
  routes(imports, {
    list: {
      answer: ({ db, actor, body, query }) => listImports(db, actor, body, query),
      file: async ({ db, actor, body, query }) => importFile(db, actor, body, query),
    },
    get: async ({ db, actor, params }) => ({ import: await getImport(db, actor, params.id) }),
    look: ({ actor, body, files }) => lookInto(actor, subjects, body, files.file),
    rows: {
      answer: ({ db, actor, params, body, query }) => listRowsOf(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => rowFile(db, actor, params.id, body, query),
    },
    errors: { file: ({ db, actor, params }) => rowFile(db, actor, params.id) },
    undo: async ({ root, db, actor, params, reply }) => {
      const { isDone, ...answer } = await startUndo({ root, db, actor }, places, subjects, params.id)
      if (!isDone) reply.status(202)
      return answer
    },
  })
