import { z } from 'zod'
import { call } from './call.ts'
import { listCall } from './list.ts'
import { multimedia, multimediaIds } from './multimedia.ts'
import { id, instant, line, longText, positiveCoins, sum, version } from './primitives.ts'
import { mostPieces, mostStock } from './shop.rules.ts'
import { person } from './users.ts'

const shown = {
  id,
  name: z.string(),
  description: z.string(),
  /** Coins for one piece. */
  price: z.int(),
  /** How many pieces are left; null: no end of them. */
  stock: z.int().nullable(),
  /** How many pieces one person may buy in a calendar month of the company; null: any number. */
  limit_per_user: z.int().nullable(),
  is_active: z.boolean(),
  /** Its place in the shop, counted from 1 without gaps. */
  position: z.int(),
  /** How many pieces of the limit the signed-in person has left this month; null: there is no limit. */
  left_for_me: z.int().nullable(),
  is_wished: z.boolean(),
  /** How many people wish it; null for staff. */
  wishes: z.int().nullable(),
  /**
   * How many weeks of work a piece costs: the price by what the middle one of the active staff has earned a week of
   * late. Null for staff, and where nobody has earned anything.
   */
  weeks: z.number().nullable(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** One piece at least, the person's coins aside. */
    buy: z.boolean(),
  }),
}

const listedItem = z.object({
  ...shown,
  /** File of its first photo; null where it has none. */
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
  stock: z.int().min(0).max(mostStock).nullable(),
  limit_per_user: z.int().min(1).max(mostPieces).nullable(),
  is_active: z.boolean(),
  /** The place it takes; whatever stands there, and all behind it, make room. Beyond the last: the last. */
  position: z.int().min(1).max(1_000_000),
  /** In the order in which they are shown; sent, it replaces what was there. */
  multimedia_ids: multimediaIds,
}

/** What creates an item; all but name and price has a default. */
const draft = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  stock: fields.stock.default(null),
  limit_per_user: fields.limit_per_user.default(null),
  is_active: z.boolean().default(true),
  /** Not sent: the last. */
  position: fields.position.optional(),
  multimedia_ids: multimediaIds.default([]),
})
export type ShopItemDraft = z.output<typeof draft>

/** Changes to an item: only the fields that are sent. Dragging it sends its `position` alone. */
const patch = z.strictObject({ ...fields, version }).partial()
export type ShopItemPatch = z.output<typeof patch>

const worth = z.object({
  /** All that people have and have not spent. */
  coins: sum,
  /** How many people have some. */
  people: z.int(),
  /** What is spent already for orders that are not delivered yet. */
  waiting: sum,
  /** What the middle one of the active staff has earned a week of late; null: nobody has earned anything. */
  weekly: z.number().nullable(),
  /** What is sold, in its order, the first 100. */
  items: z.array(
    z.object({
      id,
      name: z.string(),
      price: z.int(),
      stock: z.int().nullable(),
      /** How many pieces all the coins would buy, were there enough of them. */
      pieces: sum,
      /** How many pieces were bought of late: in twelve weeks, what was cancelled aside. */
      bought: sum,
      /** As of the item. */
      weeks: z.number().nullable(),
    }),
  ),
})
export type ShopWorth = z.infer<typeof worth>

const answer = { shop_item: item }
const base = '/shop-items'

/** What can be bought for coins. Staff see what is switched on; the storefront sorts by `position`, `asc`. */
export const shop = {
  list: listCall({
    path: base,
    access: 'staff',
    plural: 'shop_items',
    row: listedItem,
    /** `bought`: how many pieces were ever bought, what was cancelled aside. */
    sorts: ['position', 'name', 'price', 'stock', 'bought', 'created_at'],
    filters: {
      is_active: z.boolean().optional(),
      in_stock: z.boolean().optional(),
      /** Those that the signed-in person wishes. */
      is_wished: z.boolean().optional(),
      /** Those of which their coins suffice for a piece. */
      is_affordable: z.boolean().optional(),
    },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    isIdempotent: true,
    success: 201,
    body: draft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    body: patch,
    answer,
    errors: ['stale'],
  }),
  /** `in_use`: there are orders of it; it can be switched off. */
  remove: call({ method: 'DELETE', path: `${base}/:id`, access: 'admin', answer: {}, errors: ['in_use'] }),
  /** Whoever wishes it is told when it is in stock again. */
  wish: call({
    method: 'POST',
    path: `${base}/:id/wish`,
    access: 'staff',
    body: z.strictObject({ is_wished: z.boolean().default(true) }),
    answer,
  }),
  /** What all unspent coins would buy. */
  worth: call({ method: 'GET', path: '/shop/worth', access: 'owner', answer: { worth } }),
}
