import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a statement for what each run gives. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const companyGap = new Gap('companyId')

// Whatever is asked of it is a gap of that name.
const gaps = new Proxy({}, { get: (_, name) => new Gap(String(name)) })

type Compilable<Row> = { compile(): CompiledQuery<Row> }

/**
 * A statement that is asked all the time: its text is put together at the first run and kept. `build` must give
 * the same text whatever it is given, so it may use `given` only as values.
 */
export function statement<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  let kept: CompiledQuery<Row> | undefined
  return async (db, given) => {
    // A gap is never read here, only carried to its place.
    kept ??= build(db.ofCompany(companyGap as unknown as number), gaps as Given).compile()
    const values: Record<string, unknown> = { ...given, companyId: db.companyId }
    const parameters = kept.parameters.map((value) => (value instanceof Gap ? values[value.name] : value))
    return (await db.executeQuery({ ...kept, parameters })).rows as Row[] // what the kept text selects
  }
}
