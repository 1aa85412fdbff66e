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
import type { Announcement, Audience } from './announcement.ts'
import type { Root, Tables } from './connection/open.ts'

/** Tables whose rows belong to a company. */
export type TenantTable = {
  [T in keyof Tables]: 'company_id' extends keyof Tables[T] ? T : never
}[keyof Tables]

/** A row to insert, without its company, which is added. */
export type Draft<T extends TenantTable> = Omit<Insertable<Tables[T]>, 'company_id'>

/** Changes to a row. A value is plain or an SQL expression. */
export type Change<T extends keyof Tables> = {
  [Column in keyof Updateable<Tables[T]>]:
    | Updateable<Tables[T]>[Column]
    | RawBuilder<Updateable<Tables[T]>[Column]>
}

/** `commit`: right before the commit. `lock`: the user's row stays locked from this check to the commit. */
type AssertAllowed = (connection: Root, moment: 'lock' | 'commit') => Promise<void>

/**
 * A connection bound to one company. For a request that writes, it is the request's transaction. The four
 * methods add the company to every statement. Joins must compare `company_id` as well as the id.
 */
export class Db {
  readonly #root: Root
  readonly #announcements: Announcement[] = []
  readonly companyId: number
  /** Throws if the user of the request has lost their rights meanwhile. */
  readonly assertAllowed: AssertAllowed
  /** The user of the request. Undefined: no rights are checked. */
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
   * Call it after rows of users are locked and before they are changed. If the user of the request is among
   * them, their rights are read again here, because the check before the commit would see the request's own
   * change.
   */
  async assertLocked(userIds: readonly number[]): Promise<void> {
    if (this.personId === undefined || !userIds.includes(this.personId)) return
    await this.assertAllowed(this.#root, 'lock')
  }

  // Kysely cannot type `where` on a table that is a type parameter, hence the casts. Every TenantTable has
  // the column that they name.
  from<T extends TenantTable>(table: T): SelectQueryBuilder<Tables, T, object> {
    const named = table as 'users'
    return this.#root
      .selectFrom(named)
      .where(`${named}.company_id`, '=', this.companyId) as unknown as SelectQueryBuilder<Tables, T, object>
  }

  /** Sends an event to the screens of `audience` and of all admins, once the change is committed. */
  announce(event: LiveEvent, audience: Audience): void {
    this.#announcements.push({ companyId: this.companyId, event, audience })
  }

  /** The events announced on this connection. The code that commits publishes them. */
  get announcements(): readonly Announcement[] {
    return this.#announcements
  }

  /** Runs a statement written in SQL. It must filter by company itself. */
  async query<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await statement.execute(this.#root)).rows
  }

  /** The same, as the query builder that lists expect. */
  rows<Row>(statement: RawBuilder<Row>): SelectQueryBuilder<Tables, never, Row> {
    // The result belongs to no table.
    return this.#root
      .selectFrom(sql<Row>`(${statement})`.as('found'))
      .selectAll() as unknown as SelectQueryBuilder<Tables, never, Row>
  }

  /**
   * The same connection bound to another company. For statements that are compiled once for all companies.
   */
  ofCompany(companyId: number): Db {
    return new Db(this.#root, companyId)
  }

  /** Runs a compiled statement: of the job queue, because its tables belong to no company, or a cached statement. */
  executeQuery(statement: CompiledQuery): Promise<QueryResult<unknown>> {
    return this.#root.executeQuery(statement)
  }

  /** The row of the company itself. */
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
