import type { Call } from '@artel/contract/call'
import { jsonbLength } from '@artel/contract/shapes/json-length'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callers, type Input, type Row } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'
import { multipart } from '../testing/values/form.ts'
import { largestOf } from '../testing/values/largest-values.ts'

// The database limits JSON and lists by characters and entries. Every body that its schema accepts is either
// stored, or rejected with an error at the field. Generated from the declared calls and the constraints.
const test_ = useTestApp()
const stage = useStage(test_)

// The first takes two characters of JSON, the second takes six, and the third is two units of JavaScript and
// one character of PostgreSQL.
const signs = ['"', '\u0001', '😀']

const byOwner = callers.indexOf('owner')
const isTaken = (row: Row) => (row.expect[byOwner] ?? 500) < 300
const endsSession = new Set(['auth.login', 'auth.logout', 'account.changePassword'])

/** The fields of a body, in each of its variants. */
function fieldsOf(body: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(fieldsOf)
  if (body instanceof z.ZodPipe) return fieldsOf(body.in)
  return body instanceof z.ZodObject ? Object.entries(body.shape) : []
}

const asked = rows.flatMap((row) => {
  const call = declared[row.call]
  const isMeant = call && call.effect !== 'read' && !call.isForeign && !endsSession.has(row.call)
  return isMeant && isTaken(row) && fieldsOf(call.body).length > 0
    ? [{ name: [row.call, row.case].filter(Boolean).join(' '), row, call }]
    : []
})

async function send(row: Row, call: Call, field: string, value: unknown) {
  const input: Input = (await row.make?.(stage.world)) ?? {}
  const answer = await ask(stage.clients.owner, call, { ...input, body: { ...input.body, [field]: value } })
  return { field, status: answer.statusCode, errors: Object.keys(answer.body.errors ?? {}) }
}

test.each(asked)(
  '$name accepts or rejects the longest value of each field, and never fails',
  async ({ row, call }) => {
    for (const [field, schema] of fieldsOf(call.body)) {
      for (const sign of signs) {
        const answer = await send(row, call, field, largestOf(schema, sign))
        // A foreign service without a simulator gives 502.
        const isFailure = [500, 503].includes(answer.status)
        expect(isFailure ? [answer, ...test_.logged.slice(-3)] : []).toEqual([])
      }
    }
  },
)

/** The longest values of a field, in each variant of the body that has it. */
const largestFor = (call: Call, field: string): unknown[] =>
  fieldsOf(call.body).flatMap(([name, schema]) =>
    name === field ? signs.map((sign) => largestOf(schema, sign)) : [],
  )

describe('a file', () => {
  const file = 'Артикул;Название\nA-1;Плед\n'
  const importFile = (fields: Record<string, string>, content = file) =>
    stage.clients.owner.send(
      'POST',
      '/products/import',
      undefined,
      multipart([...Object.entries(fields), ['file', { name: 'a.csv', content: Buffer.from(content) }]]),
    )

  test.each(signs)('with the longest mapping of %j gets an error at the mapping', async (sign) => {
    const mapping = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`${index}${sign.repeat(140)}`, sign.repeat(25)]),
    )
    const answer = await importFile({ mapping: JSON.stringify(mapping) })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.body.errors ?? {}).every((name) => name.startsWith('mapping'))).toBe(true)
  })

  test('with as many fixes as fit into a form gets an error at the fixes', async () => {
    const fixes = Object.fromEntries(
      Array.from({ length: 5000 }, (_, row) => [
        row + 2,
        Object.fromEntries(Array.from({ length: 24 }, (_, index) => [index, ''])),
      ]),
    )
    const sent = JSON.stringify(fixes)
    expect([sent.length < 1_000_000, jsonbLength(fixes) > 1_048_576]).toEqual([true, true])
    const answer = await importFile({ fixes: sent })
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['fixes']])
  })

  test.each(signs)('with long column titles of %j causes no server error', async (sign) => {
    const titles = Array.from({ length: 98 }, (_, index) => `x${index}${sign.repeat(4000)}`)
    const header = ['Артикул', 'Название', ...titles]
    const quoted = header.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')
    expect((await importFile({}, `${quoted}\nA-${sign === '"' ? 1 : 2};Плед\n`)).statusCode).toBeLessThan(500)
  })
})

/**
 * What writes the value that a constraint limits: a field of a call, or the reason why it is limited if no
 * call writes it.
 */
const bounded: Record<string, readonly [call: string, field: string] | string> = {
  audit_after_check: 'writeAudit shortens it (audit.test.ts)',
  audit_before_check: 'writeAudit shortens it (audit.test.ts)',
  companies_settings_check: ['settings.update', 'settings'],
  companies_working_days_check: 'made from the seven days by their names',
  former_schedules_working_days_check: 'made from the seven days by their names',
  imports_fixes_check: 'a form (above)',
  imports_layout_check: 'titles and sheets are cut (imports.columns.test.ts)',
  imports_mapping_check: 'a form (above)',
  moysklad_connections_hook_ids_check: 'one for each kind of message that we ask for',
  moysklad_connections_owners_check: ['moySklad.save', 'owners'],
  moysklad_connections_parts_check: ['moySklad.save', 'sync'],
  moysklad_connections_readable_check: 'some of the five parts, each once',
  moysklad_cursors_reading_check: 'instants and a page of theirs',
  moysklad_events_body_check: 'at most 1,000 things of a message, by kind, id and instant',
  moysklad_items_data_check: 'each field is cut (moysklad.shapes.test.ts)',
  moysklad_items_failures_check: 'one for each field, with a word of ours',
  moysklad_items_written_check: 'fields of ours, within the shapes of our own calls',
  moysklad_log_changes_check: 'fields of ours before and after, within the shapes of our own calls',
  moysklad_log_failures_check: 'one for each field, with a word of ours',
  moysklad_runs_progress_check: 'numbers for each of the five parts',
  notifications_params_check: ['tasks.comment', 'text'],
  notifications_things_check: 'newest_things keeps a thousand',
  prints_box_ids_check: 'boxes of one supply, which has at most 20,000',
  prints_counts: 'counts of the boxes of the print',
  prints_printed_as_a_whole: 'counts of the boxes of the print',
  products_barcodes_check: ['products.create', 'barcodes'],
  products_components_check: ['products.create', 'components'],
  pushes_audience_check: ['pushes.send', 'audience'],
  users_settings_check: ['settings.update', 'settings'],
  views_state_check: ['views.create', 'state'],
}

type Check = { name: string; owner: string; text: string }

async function listChecks(): Promise<Check[]> {
  const { rows: checks } = await sql<Check>`
    select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and pg_get_constraintdef(oid) ~ 'length\\(\\(.*\\)::text\\)|cardinality\\(|jsonb_array_length\\('`.execute(
    test_.root,
  )
  return checks
}

describe('each constraint that bounds JSON or a list', () => {
  test('is listed with the source of its values', async () => {
    const names = (await listChecks()).map(({ name }) => name)
    const versions = names.filter((name) => name.endsWith('_field_versions_check'))
    expect(names.filter((name) => !versions.includes(name)).toSorted()).toEqual(
      Object.keys(bounded).toSorted(),
    )
  })

  test('has room for the version of every column', async () => {
    const { rows: counts } = await sql<{ longest: number }>`
      select sum(length(attname) + 16) as longest from pg_attribute
      where attrelid in (select attrelid from pg_attribute where attname = 'field_versions') and attnum > 0
      group by attrelid`.execute(test_.root)
    // A company also has versions of its settings, and other rows have versions of related data.
    expect(Math.max(...counts.map(({ longest }) => Number(longest)))).toBeLessThan(65_536 / 8)
  })

  const filled = Object.entries(bounded).flatMap(([name, source]) =>
    typeof source === 'string' ? [] : [{ name, call: source[0], field: source[1] }],
  )

  test.each(filled)(
    '$name accepts the longest $field of $call, or answers 422 at the field',
    async ({ call, field }) => {
      const known = asked.filter((one) => one.row.call === call)
      expect(known).not.toEqual([])
      for (const one of known) {
        for (const value of largestFor(one.call, field)) {
          const answer = await send(one.row, one.call, field, value)
          const isRefusedThere = answer.errors.some((name) => name.split('.')[0] === field)
          expect([answer, answer.status < 300 || isRefusedThere]).toEqual([answer, true])
        }
      }
    },
  )
})
