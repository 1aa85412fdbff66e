import { z } from 'zod'
import { call } from '../call.ts'
import { legalEntity } from '../legal-entities/legal-entities.ts'
import { multimedia } from '../multimedia/multimedia.ts'
import { fieldText } from '../shapes/primitives.ts'

/** Data of a product at Wildberries, limited to what our products accept. */
const wildberriesItem = z.object({
  /** Its number at Wildberries, «nmID». */
  id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  article: z.string().nullable(),
  description: z.string(),
  /** Addresses at known hosts of Wildberries, always https. */
  photos: z.array(z.string()),
  /** In kopecks; null if it is not on sale or not known. */
  price: z.int().nullable(),
  /** Only barcodes that our products may have. */
  barcodes: z.array(z.string()),
  rating: z.number().nullable(),
})
export type WildberriesItem = z.infer<typeof wildberriesItem>

/** Maximum number of photos that are taken over from one product. */
export const maxItemPhotos = 10

// It is put into a header unchanged.
const token = z
  .string()
  .min(1)
  .max(4096)
  .refine((value) => /^[!-~]*$/.test(value), fieldText('bad_foreign_token'))

export const wildberries = {
  /** Finds a product at Wildberries: with the tokens of the legal entities, otherwise with public data. */
  item: call({
    method: 'GET',
    path: '/products/wildberries/item/:id',
    access: 'admin',
    changes: [],
    effect: 'slow_steps',
    answer: { item: wildberriesItem },
    errors: ['upstream', 'too_many_requests'],
  }),
  /** Stores its photos among our media, in their order. A broken photo is left out. */
  photos: call({
    method: 'POST',
    path: '/products/wildberries/item/:id/photos',
    access: 'admin',
    changes: [],
    effect: 'slow_steps',
    success: 201,
    answer: { multimedia: z.array(multimedia) },
    errors: ['upstream', 'quota_exceeded', 'too_many_requests'],
  }),
  /** Stores the token of a legal entity after Wildberries has accepted it; null removes it. */
  connect: call({
    method: 'PUT',
    path: '/legal_entities/:id/wildberries',
    access: 'owner',
    changes: ['legal_entity'],
    effect: 'slow_steps',
    body: z.strictObject({ token: token.nullable() }),
    answer: { legal_entity: legalEntity },
    errors: ['upstream', 'too_many_requests'],
  }),
}
