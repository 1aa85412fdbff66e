import { sql } from 'kysely'

/** An instant inside of JSON, in the form of the wire; every connection's timezone is UTC. */
export const instantInJson = (column: string) =>
  sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
