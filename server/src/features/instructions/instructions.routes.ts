import { instructions } from '@artel/contract/instructions/instructions'
import { onceAtStep } from '../../access/work-steps.ts'
import { routes } from '../../http/calls/route.ts'
import type { BodyCleaner } from './instructions.cleaner.ts'
import { confirmInstruction, listReaders, listRevisions } from './instructions.confirm.ts'
import { instructionFile, readerFile, revisionFile } from './instructions.file.ts'
import {
  createInstruction,
  deleteInstruction,
  getInstruction,
  listInstructions,
  lockForMove,
  lockInstruction,
  updateInstruction,
} from './instructions.ts'

export const instructionRoutes = (cleaner: BodyCleaner) =>
  routes(instructions, {
    list: {
      answer: ({ db, actor, body, query }) => listInstructions(db, actor, body, query),
      file: async ({ db, actor, body, query }) => instructionFile(db, actor, body, query),
    },
    get: async ({ db, actor, params }) => ({ instruction: await getInstruction(db, actor, params.id) }),
    create: async ({ db, actor, body }) => {
      const id = await createInstruction(db, actor, cleaner, body)
      return { instruction: await getInstruction(db, actor, id) }
    },
    update: async ({ db, actor, params, body }) => {
      if (body.position !== undefined) await lockForMove(db)
      await updateInstruction(db, actor, cleaner, await lockInstruction(db, actor, params.id), body)
      return { instruction: await getInstruction(db, actor, params.id) }
    },
    remove: async ({ db, actor, params }) => {
      await lockForMove(db)
      await deleteInstruction(db, actor, await lockInstruction(db, actor, params.id))
      return {}
    },
    read: async ({ db, actor, params: { id }, body: { step, revision } }) => {
      await onceAtStep(
        db,
        actor,
        {
          call: 'instructions.read',
          step,
          subjectId: id,
          content: { revision },
          on: { table: 'instructions', id },
        },
        async (at) => {
          await confirmInstruction(db, actor, id, revision, at)
          return id
        },
      )
      return { instruction: await getInstruction(db, actor, id) }
    },
    readers: {
      answer: ({ db, actor, params, body, query }) => listReaders(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => readerFile(db, actor, params.id, body, query),
    },
    revisions: {
      answer: ({ db, actor, params, body, query }) => listRevisions(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => revisionFile(db, actor, params.id, body, query),
    },
  })
