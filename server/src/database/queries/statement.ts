import type { CompiledQuery } from 'kysely'
import type { Db } from '../db.ts'

/** A placeholder in a cached statement. Each run puts a value in its place. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const companyGap = new Gap('companyId')

// Reading any property returns a placeholder with that name.
const gaps = new Proxy({}, { get: (_, name) => new Gap(String(name)) })

type Compilable<Row> = { compile(): CompiledQuery<Row> }

/**
 * Caches the text of a frequent statement at its first run. `build` must return the same text for all input,
 * so it may use `given` only for values.
 */
export function statement<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  let kept: CompiledQuery<Row> | undefined
  return async (db, given) => {
    // A placeholder is never read here, only passed to its position among the parameters.
    kept ??= build(db.ofCompany(companyGap as unknown as number), gaps as Given).compile()
    const values: Record<string, unknown> = { ...given, companyId: db.companyId }
    const parameters = kept.parameters.map((value) => (value instanceof Gap ? values[value.name] : value))
    return (await db.executeQuery({ ...kept, parameters })).rows as Row[] // what the kept text selects
  }
}
