import { z } from 'zod'
import { call } from '../call.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { listCall } from '../shapes/list.ts'
import { id, instant, line, longText, positiveCoins, sum, version } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { maxPieces, maxStock } from './shop.rules.ts'

const shown = {
  id,
  name: z.string(),
  description: z.string(),
  /** Coins for one piece. */
  price: z.int(),
  /** Number of pieces left; null: unlimited. */
  stock: z.int().nullable(),
  /** Maximum pieces that one person may buy in a calendar month of the company; null: unlimited. */
  limit_per_user: z.int().nullable(),
  is_active: z.boolean(),
  /** Its place in the shop, counted from 1 without gaps. */
  position: z.int(),
  /** Pieces of the limit that the signed-in person has left this month; null: there is no limit. */
  left_for_me: z.int().nullable(),
  is_wished: z.boolean(),
  /** Number of people who wish it; null for staff. */
  wishes: z.int().nullable(),
  /**
   * Weeks of work that one piece costs: the price divided by the recent weekly earnings of the median active
   * staff member. Null for staff, and if nobody has earned anything.
   */
  weeks: z.number().nullable(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** At least one piece, regardless of the person's coins. */
    buy: z.boolean(),
  }),
}

const listedItem = z.object({
  ...shown,
  /** File of its first photo; null if it has none. */
  photo: z.string().nullable(),
})
export type ListedShopItem = z.infer<typeof listedItem>

const item = z.object({
  ...shown,
  multimedia: z.array(multimedia),
  /** Who changed it last. */
  updated_by: person,
})
export type ShopItem = z.infer<typeof item>

const fields = {
  name: line(200),
  description: longText(5000),
  price: positiveCoins,
  stock: z.int().min(0).max(maxStock).nullable(),
  limit_per_user: z.int().min(1).max(maxPieces).nullable(),
  is_active: z.boolean(),
  /**
   * Its new place. The item there and all items behind it make room. A place beyond the last means the last.
   */
  position: z.int().min(1).max(1_000_000),
  /** In display order. Replaces the previous list. */
  multimedia_ids: multimediaIds,
}

/** Fields of a new item. All but name and price have defaults. */
const draft = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  stock: fields.stock.default(null),
  limit_per_user: fields.limit_per_user.default(null),
  is_active: z.boolean().default(true),
  /** Default: the last place. */
  position: fields.position.optional(),
  multimedia_ids: multimediaIds.default([]),
})
export type ShopItemDraft = z.output<typeof draft>

/** Changes to an item: only fields that are sent change. Dragging it sends only `position`. */
const patch = z.strictObject({ ...fields, version }).partial()
export type ShopItemPatch = z.output<typeof patch>

const worth = z.object({
  /** All coins that people have not spent. */
  coins: sum,
  /** Number of people who have coins. */
  people: z.int(),
  /** Coins already spent for orders that are not delivered yet. */
  waiting: sum,
  /** Recent weekly earnings of the median active staff member; null: nobody has earned anything. */
  weekly: z.number().nullable(),
  /** Items on sale in their order, the first 100. */
  items: z.array(
    z.object({
      id,
      name: z.string(),
      price: z.int(),
      stock: z.int().nullable(),
      /** Number of pieces that all the coins would buy, with unlimited stock. */
      pieces: sum,
      /** Pieces bought in the last twelve weeks, without cancelled orders. */
      bought: sum,
      /** The same value as in the item. */
      weeks: z.number().nullable(),
    }),
  ),
})
export type ShopWorth = z.infer<typeof worth>

const answer = { shop_item: item }
const base = '/shop-items'

/**
 * Items that can be bought for coins. Staff see only active ones. The storefront sorts by `position`, `asc`.
 */
export const shop = {
  list: listCall({
    path: base,
    access: 'staff',
    shows: ['shop_item'],
    plural: 'shop_items',
    row: listedItem,
    /** `bought`: number of pieces ever bought, without cancelled orders. */
    sorts: ['position', 'name', 'price', 'stock', 'bought', 'created_at'],
    filters: {
      is_active: z.boolean().optional(),
      in_stock: z.boolean().optional(),
      /** Items that the signed-in person wishes. */
      is_wished: z.boolean().optional(),
      /** Items of which the person's coins buy at least one piece. */
      is_affordable: z.boolean().optional(),
    },
    addressed: ['is_active', 'in_stock', 'is_affordable', 'is_wished'],
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', shows: ['shop_item'], answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    changes: ['shop_item'],
    isIdempotent: true,
    success: 201,
    body: draft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['shop_item'],
    body: patch,
    answer,
    errors: ['stale'],
  }),
  /** `in_use`: it has orders, so it can only be switched off. */
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['shop_item'],
    answer: {},
    errors: ['in_use'],
  }),
  /** People who wish it are notified when it is in stock again. */
  wish: call({
    method: 'POST',
    path: `${base}/:id/wish`,
    access: 'staff',
    changes: ['shop_item'],
    body: z.strictObject({ is_wished: z.boolean().default(true) }),
    answer,
  }),
  /** What all unspent coins would buy. */
  worth: call({
    method: 'GET',
    path: '/shop/worth',
    access: 'owner',
    shows: ['shop_item'],
    answer: { worth },
  }),
}
