import type { ProductFilters } from '@artel/contract/products/products'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { allProductRows, noProductRows, type ProductQuery } from './products.list.queries.ts'

type Row = InferResult<ReturnType<typeof allProductRows>>[number]

/** Column titles. An import finds the columns by them. */
export const productTitles = {
  article: { ru: 'Артикул', en: 'Article' },
  name: { ru: 'Название', en: 'Name' },
  barcodes: { ru: 'Штрихкоды', en: 'Barcodes' },
  wildberries_id: { ru: 'Артикул WB', en: 'Wildberries ID' },
  brand: { ru: 'Бренд', en: 'Brand' },
  category: { ru: 'Категория', en: 'Category' },
  description: { ru: 'Описание', en: 'Description' },
  money: { ru: 'Оплата', en: 'Money' },
  coins: { ru: 'Монеты', en: 'Coins' },
  norm_seconds: { ru: 'Норма, с', en: 'Norm, s' },
  weight_g: { ru: 'Вес, г', en: 'Weight, g' },
  is_active: { ru: 'Активен', en: 'Active' },
} as const satisfies Record<string, Words>

// An import can read these columns. Barcodes are texts, because numbers would lose leading zeros and digits.
const columns: Column<Row>[] = [
  { kind: 'text', title: productTitles.article, read: ({ article }) => article },
  { kind: 'text', title: productTitles.name, read: ({ name }) => name },
  { kind: 'text', title: productTitles.barcodes, read: ({ barcodes }) => barcodes.join(', ') || null },
  { kind: 'number', title: productTitles.wildberries_id, read: ({ wildberries_id }) => wildberries_id },
  { kind: 'text', title: productTitles.brand, read: ({ brand }) => brand },
  { kind: 'text', title: productTitles.category, read: ({ category }) => category },
  { kind: 'text', title: productTitles.description, read: ({ description }) => description || null },
  { kind: 'money', title: productTitles.money, read: ({ money }) => money },
  { kind: 'number', title: productTitles.coins, read: ({ coins }) => coins },
  { kind: 'number', title: productTitles.norm_seconds, read: ({ norm_seconds }) => norm_seconds },
  { kind: 'number', title: productTitles.weight_g, read: ({ weight_g }) => weight_g },
  { kind: 'yesNo', title: productTitles.is_active, read: ({ is_active }) => is_active },
]

const name = { ru: 'Наборы', en: 'Sets' }

export const productFile = (db: Db, actor: Actor, filters: ProductFilters, query: ProductQuery): ListFile =>
  listFile({ name, columns, rows: allProductRows(db, actor, filters, query) })

/** A file with only the header, to be filled in. */
export const productTemplate = (db: Db): ListFile =>
  listFile({ name: { ru: 'Наборы, шаблон', en: 'Sets, template' }, columns, rows: noProductRows(db) })
