import type pg from 'pg'
import { bringIn, checkNamed } from '../archive/bring-in.ts'
import { loadCompany } from '../archive/load-company.ts'
import type { Manifest } from '../archive/manifest.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { listKnown } from '../migrations.ts'
import { readCompanyId } from './id.ts'

const usage = 'company import FILE [--company ID]'

export const companyImport: Command = {
  name: 'company import',
  usage,
  does: 'adds a company to the others: the one of its export, or the one with this id of a backup',
  options: { company: { type: 'string' } },
  words: ['FILE'],
  mayCreate: 'where set',
  async run(task) {
    const wanted =
      task.options.company === undefined ? undefined : readCompanyId(String(task.options.company))
    const { archive, manifest } = await checkNamed(task)
    const id = companyOf(manifest, wanted)
    await refuseOlder(manifest)
    let rows = 0
    const bring = async (client: pg.Client) => {
      await refuseTaken(client, id)
      rows = await loadCompany(client, archive, manifest, id)
    }
    await bringIn(task, archive, manifest, bring, id)
    task.say(`company ${id} as of ${manifest.taken_at}: ${rows} rows`)
  },
}

function companyOf({ company_id }: Manifest, wanted: number | undefined): number {
  const id = wanted ?? company_id
  if (id === undefined)
    throw new UsageError(`The archive has all companies: name one with --company. ${usage}`)
  return id
}

/** The rows join those of the other companies, so no migration can run on them alone. */
async function refuseOlder({ migrations }: Manifest): Promise<void> {
  if ((await listKnown()).every((name) => migrations.includes(name))) return
  throw new CommandError(
    'The archive is of an older version: restore it into an empty database, which migrates it, and export the company there',
  )
}

async function refuseTaken(client: pg.Client, id: number): Promise<void> {
  const { rowCount } = await client.query('select from companies where id = $1', [id])
  if (rowCount) throw new CommandError(`There is a company ${id} already: delete it first`)
}
