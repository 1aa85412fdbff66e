import { supplies } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { routes } from '../../http/calls/route.ts'
import type { LabelWriter } from '../../labels/labels.ts'
import { type ImportPlaces, startImport } from '../imports/imports.ts'
import {
  addBoxes,
  copyBox,
  createBox,
  deleteBox,
  lockToPack,
  moveLine,
  sealBox,
  showBox,
  showBoxes,
  unsealBox,
  updateBox,
} from './boxes/boxes.ts'
import { listBoxes, listScans } from './boxes/parts.ts'
import { planBoxes, proposeBoxes } from './boxes/planned-boxes.ts'
import { filledFile } from './import/fill.ts'
import { refuseClosed, supplyImport } from './import/import.ts'
import { inspectBox, readInspections } from './inspections/inspections.ts'
import { labelPicture, labelsFile } from './labels/labels.ts'
import { packingListFile, packingListTemplate } from './labels/packing-list.ts'
import { palletLabelsFile } from './pallets/labels.ts'
import {
  closePallet,
  createPallet,
  deletePallet,
  listPalletBoxes,
  listPallets,
  putManyOnPallet,
  putOnPallet,
  reopenPallet,
  showPallet,
  takeOffPallet,
} from './pallets/pallets.ts'
import { askForRoom } from './scans/ask.ts'
import { type Recount, scan, undoScan } from './scans/scans.ts'
import { listUncounted } from './scans/uncounted.ts'
import { boxFile, scanFile, supplyFile } from './supplies.file.ts'
import {
  createSupply,
  deleteSupply,
  findSupply,
  getPace,
  getPacking,
  getSupply,
  listSupplies,
  lockSupply,
  moveSupply,
  restoreSupply,
  updateSupply,
} from './supplies.ts'

const answer = async (db: Db, actor: Actor, id: number) => ({ supply: await getSupply(db, actor, id) })

/** @param recount counts a task anew when a scan of it is undone, because tasks depend on supplies */
export const supplyRoutes = (places: ImportPlaces, writer: LabelWriter, recount: Recount) =>
  routes(supplies, {
    list: {
      answer: ({ db, actor, body, query }) => listSupplies(db, actor, body, query),
      file: async ({ db, actor, body, query }) => supplyFile(db, actor, body, query),
    },
    get: ({ db, actor, params }) => answer(db, actor, params.id),
    create: async ({ db, actor, body }) => answer(db, actor, await createSupply(db, actor, body)),
    update: async ({ db, actor, params, body }) => {
      await updateSupply(db, actor, await lockSupply(db, actor, params.id), body)
      return answer(db, actor, params.id)
    },
    remove: async ({ db, actor, params }) => {
      await deleteSupply(db, actor, await lockSupply(db, actor, params.id))
      return {}
    },
    restore: async ({ db, actor, params }) => {
      await restoreSupply(db, actor, await lockSupply(db, actor, params.id))
      return answer(db, actor, params.id)
    },
    status: async ({ db, actor, params, body }) => {
      await moveSupply(db, actor, await lockSupply(db, actor, params.id), body.status)
      return answer(db, actor, params.id)
    },
    packing: async ({ db, actor, params }) => ({ packing: await getPacking(db, actor, params.id) }),
    uncounted: ({ db, actor, params }) => listUncounted(db, actor, params.id),
    pace: async ({ db, actor, params }) => ({ pace: await getPace(db, actor, params.id) }),
    boxes: {
      answer: ({ db, actor, params, body, query }) => listBoxes(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => boxFile(db, actor, params.id, body, query),
    },
    scans: {
      answer: ({ db, actor, params, body, query }) => listScans(db, actor, params.id, body, query),
      file: ({ db, actor, params, body, query }) => scanFile(db, actor, params.id, body, query),
    },
    getBox: async ({ db, actor, params }) => {
      const supply = await findSupply(db, actor, params.supply_id)
      return { box: await showBox(db, actor, supply, params.id) }
    },
    label: async ({ db, actor, params }) => ({
      label: await labelPicture(writer, db, actor, params.supply_id, params.id),
    }),
    createBox: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      const id = await createBox(db, actor, supply, body)
      return { box: await showBox(db, actor, supply, id) }
    },
    updateBox: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await updateBox(db, actor, supply, params.id, body)
      return { box: await showBox(db, actor, supply, params.id) }
    },
    removeBox: async ({ db, actor, params }) => {
      await deleteBox(db, actor, await lockToPack(db, actor, params.supply_id), params.id)
      return {}
    },
    addBoxes: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      return { boxes: await showBoxes(db, actor, supply, await addBoxes(db, actor, supply, body.count)) }
    },
    proposeBoxes: async ({ db, actor, params, query }) => ({
      proposal: await proposeBoxes(db, actor, params.supply_id, query),
    }),
    planBoxes: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      return { proposal: await planBoxes(db, actor, supply, body) }
    },
    copyBox: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      const ids = await copyBox(db, actor, supply, params.id, body.times)
      return { boxes: await showBoxes(db, actor, supply, ids) }
    },
    moveLine: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await moveLine(db, actor, supply, params.id, body)
      return { boxes: await showBoxes(db, actor, supply, [params.id, body.to_box_id]) }
    },
    seal: async ({ db, actor, params }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await sealBox(db, actor, supply, params.id)
      return { box: await showBox(db, actor, supply, params.id) }
    },
    unseal: async ({ db, actor, params }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await unsealBox(db, actor, supply, params.id)
      return { box: await showBox(db, actor, supply, params.id) }
    },
    scan: ({ root, db, actor, params, body }) => scan({ root, db, actor }, params.supply_id, params.id, body),
    askForRoom: async ({ db, actor, params, body }) => {
      await askForRoom(db, actor, params.supply_id, params.id, body)
      return {}
    },
    import: async ({ root, db, actor, body, files, reply }) => {
      await refuseClosed(db, body.supply_id)
      const call = { root, db, actor }
      const { isDone, ...taken } = await startImport(call, places, supplyImport, body, files.file)
      if (!isDone) reply.status(202)
      return taken
    },
    fill: {
      file: ({ root, db, actor, params, files }) => filledFile(root, db, actor, params.id, files.file),
    },
    labels: {
      file: ({ root, db, actor, params, query }) => labelsFile(writer, root, db, actor, params.id, query),
    },
    template: { file: async ({ db }) => packingListTemplate(db) },
    export: {
      file: ({ db, actor, body: { format: _, ...filters } }) => packingListFile(db, actor, filters),
    },
    pallets: ({ db, actor, params }) => listPallets(db, actor, params.supply_id),
    palletBoxes: ({ db, actor, params }) => listPalletBoxes(db, actor, params.supply_id),
    createPallet: async ({ db, actor, params }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      return { pallet: await showPallet(db, actor, supply, await createPallet(db, actor, supply)) }
    },
    removePallet: async ({ db, actor, params }) => {
      await deletePallet(db, actor, await lockToPack(db, actor, params.supply_id), params.id)
      return {}
    },
    putOnPallet: ({ db, actor, params, body }) => putOnPallet(db, actor, params.supply_id, params.id, body),
    putManyOnPallet: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await putManyOnPallet(db, actor, supply, params.id, body.box_ids)
      return { pallet: await showPallet(db, actor, supply, params.id) }
    },
    takeOffPallet: async ({ db, actor, params, body }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await takeOffPallet(db, actor, supply, params.id, body.box_ids)
      return { pallet: await showPallet(db, actor, supply, params.id) }
    },
    closePallet: async ({ db, actor, params }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await closePallet(db, actor, supply, params.id)
      return { pallet: await showPallet(db, actor, supply, params.id) }
    },
    reopenPallet: async ({ db, actor, params }) => {
      const supply = await lockToPack(db, actor, params.supply_id)
      await reopenPallet(db, actor, supply, params.id)
      return { pallet: await showPallet(db, actor, supply, params.id) }
    },
    palletLabels: {
      file: ({ root, db, actor, params, query }) =>
        palletLabelsFile(writer, root, db, actor, params.supply_id, query),
    },
    inspections: async ({ db, actor, params }) => ({
      inspections: await readInspections(db, actor, params.supply_id, params.id),
    }),
    inspect: async ({ db, actor, params, body }) => ({
      inspection: await inspectBox({ db, actor, recount }, params.supply_id, params.id, body),
    }),
    takeBack: ({ db, actor, params }) =>
      undoScan({ db, actor, recount }, params.supply_id, params.id, params.scan_key),
  })
