import { writeFile } from 'node:fs/promises'
import { describeTables, tablesFile } from '../database/generate-tables.ts'
import { withTestDatabase } from './database.ts'

// `npm run tables`: writes tables.ts from a freshly migrated database.
await withTestDatabase(async (client) => writeFile(tablesFile, await describeTables(client)))
