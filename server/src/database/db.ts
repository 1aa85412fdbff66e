import type { LiveEvent } from '@artel/contract/events'
import {
  type CompiledQuery,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Updateable,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Announcement, Audience } from '../events/live-events.ts'
import type { Root, Tables } from './open.ts'

/** Tables whose rows belong to a company. */
export type TenantTable = {
  [T in keyof Tables]: 'company_id' extends keyof Tables[T] ? T : never
}[keyof Tables]

/** A row to insert: its company is added. */
export type Draft<T extends TenantTable> = Omit<Insertable<Tables[T]>, 'company_id'>

/** Changes to a row, as values or as SQL. */
export type Change<T extends keyof Tables> = {
  [Column in keyof Updateable<Tables[T]>]:
    | Updateable<Tables[T]>[Column]
    | RawBuilder<Updateable<Tables[T]>[Column]>
}

/** `commit`: right before it. `lock`: the row of the person is locked from here to the commit. */
type AssertAllowed = (connection: Root, moment: 'lock' | 'commit') => Promise<void>

/**
 * A connection (the request's transaction, where it writes) bound to one company. The four methods carry the
 * company in every statement; joins go by `company_id` as well as by id.
 */
export class Db {
  readonly #root: Root
  readonly #announcements: Announcement[] = []
  readonly companyId: number
  /** Refuses where the person of the call has lost their rights meanwhile. */
  readonly assertAllowed: AssertAllowed
  /** The person of the call; undefined: nobody's rights are asked for. */
  readonly personId: number | undefined

  constructor(
    root: Root,
    companyId: number,
    assertAllowed: AssertAllowed = async () => {},
    personId?: number,
  ) {
    this.#root = root
    this.companyId = companyId
    this.assertAllowed = assertAllowed
    this.personId = personId
  }

  /**
   * To be called once rows of people are locked, before they are changed. Where the person of the call is among them,
   * their rights are read again here, because before the commit the call would read its own change of them.
   */
  async assertLocked(userIds: readonly number[]): Promise<void> {
    if (this.personId === undefined || !userIds.includes(this.personId)) return
    await this.assertAllowed(this.#root, 'lock')
  }

  // Kysely cannot follow a table that is a type parameter through `where`, hence the casts: every TenantTable
  // has the column that they name.
  from<T extends TenantTable>(table: T): SelectQueryBuilder<Tables, T, object> {
    const named = table as 'users'
    return this.#root
      .selectFrom(named)
      .where(`${named}.company_id`, '=', this.companyId) as unknown as SelectQueryBuilder<Tables, T, object>
  }

  /** Tells the screens of `audience` (and all admins) of a change, once it is committed. */
  announce(event: LiveEvent, audience: Audience): void {
    this.#announcements.push({ companyId: this.companyId, event, audience })
  }

  /** What was announced on this connection, for whoever has committed it. */
  get announcements(): readonly Announcement[] {
    return this.#announcements
  }

  /** A statement written out in SQL; it must name the company itself. */
  async query<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await statement.execute(this.#root)).rows
  }

  /** The same as the rows of a list. */
  rows<Row>(statement: RawBuilder<Row>): SelectQueryBuilder<Tables, never, Row> {
    // They are of no table.
    return this.#root
      .selectFrom(sql<Row>`(${statement})`.as('found'))
      .selectAll() as unknown as SelectQueryBuilder<Tables, never, Row>
  }

  /** The same connection bound to another company: for statements that are put together once for all. */
  ofCompany(companyId: number): Db {
    return new Db(this.#root, companyId)
  }

  /** A finished statement: of the job queue, whose tables belong to no company, or one that was kept. */
  executeQuery(statement: CompiledQuery): Promise<QueryResult<unknown>> {
    return this.#root.executeQuery(statement)
  }

  /** The company's own row. */
  company(): SelectQueryBuilder<Tables, 'companies', object> {
    return this.#root.selectFrom('companies').where('companies.id', '=', this.companyId)
  }

  updateCompany(fields: Change<'companies'>): Promise<UpdateResult> {
    const query = this.#root.updateTable('companies').set(fields).where('companies.id', '=', this.companyId)
    return query.executeTakeFirstOrThrow()
  }

  insert<T extends TenantTable>(
    table: T,
    rows: Draft<T> | readonly Draft<T>[],
  ): InsertQueryBuilder<Tables, T, InsertResult> {
    const list = Array.isArray(rows) ? rows : [rows]
    const values = list.map((row) => ({ ...row, company_id: this.companyId }))
    return this.#root.insertInto(table).values(values as never)
  }

  update<T extends TenantTable>(table: T, fields: Change<T>): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    return this.#root
      .updateTable(table as 'users')
      .set(fields as never)
      .where('company_id', '=', this.companyId) as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>
  }

  remove<T extends TenantTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    return this.#root
      .deleteFrom(table as 'users')
      .where('company_id', '=', this.companyId) as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>
  }
}
