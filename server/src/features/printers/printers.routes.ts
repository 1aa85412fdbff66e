import { printers } from '@artel/contract/printers/printers'
import { routes } from '../../http/calls/route.ts'
import type { Settings } from '../../settings.ts'
import { printFile } from './printers.file.ts'
import { cancelPrint, listPrinters, listPrints, printAgain, printLabels } from './printers.ts'

export const printerRoutes = ({ printers: places }: Pick<Settings, 'printers'>) =>
  routes(printers, {
    list: async ({ db, actor }) => ({ printers: await listPrinters(places, db, actor) }),
    prints: {
      answer: ({ db, actor, body, query }) => listPrints(db, actor, body, query),
      file: async ({ db, actor, body, query }) => printFile(db, actor, body, query),
    },
    print: async ({ db, actor, body }) => ({ print: await printLabels(places, db, actor, body) }),
    again: async ({ db, actor, params, body }) => ({
      print: await printAgain(places, db, actor, params.id, body),
    }),
    cancel: async ({ db, actor, params }) => ({ print: await cancelPrint(db, actor, params.id) }),
  })
