import { z } from 'zod'
import { call } from './call.ts'
import { legalEntity } from './legal-entities.ts'
import { multimedia } from './multimedia.ts'
import { fieldText } from './primitives.ts'

/** What Wildberries says of a product, cut to what a product of ours takes. */
const wildberriesItem = z.object({
  /** Its number at Wildberries, «nmID». */
  id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  article: z.string().nullable(),
  description: z.string(),
  /** Addresses at named hosts of theirs, always https. */
  photos: z.array(z.string()),
  /** Kopecks; null where it is not sold now, or is not told. */
  price: z.int().nullable(),
  /** Only those that our products may have. */
  barcodes: z.array(z.string()),
  rating: z.number().nullable(),
})
export type WildberriesItem = z.infer<typeof wildberriesItem>

/** So many photos of a product are taken over. */
export const mostItemPhotos = 10

// It goes into a header as it is.
const token = z
  .string()
  .min(1)
  .max(4096)
  .refine((value) => /^[!-~]*$/.test(value), fieldText('bad_foreign_token'))

export const wildberries = {
  /** Looks a product up at Wildberries: with the tokens of the legal entities, else as everyone sees it there. */
  item: call({
    method: 'GET',
    path: '/products/wildberries/item/:id',
    access: 'admin',
    effect: 'slow_steps',
    answer: { item: wildberriesItem },
    errors: ['upstream', 'too_many_requests'],
  }),
  /** Takes its photos over into our media, in their order; one that is broken is left out. */
  photos: call({
    method: 'POST',
    path: '/products/wildberries/item/:id/photos',
    access: 'admin',
    effect: 'slow_steps',
    success: 201,
    answer: { multimedia: z.array(multimedia) },
    errors: ['upstream', 'quota_exceeded', 'too_many_requests'],
  }),
  /** Keeps the token of a legal entity, once Wildberries has accepted it; null takes it away. */
  connect: call({
    method: 'PUT',
    path: '/legal_entities/:id/wildberries',
    access: 'owner',
    effect: 'slow_steps',
    body: z.strictObject({ token: token.nullable() }),
    answer: { legal_entity: legalEntity },
    errors: ['upstream', 'too_many_requests'],
  }),
}
