import { sql } from 'kysely'

/** An instant inside JSON, in the format of the API. The timezone of every connection is UTC. */
export const instantInJson = (column: string) =>
  sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
