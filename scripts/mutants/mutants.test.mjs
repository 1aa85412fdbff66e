// @ts-check
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { draw, findFolder, mutantsOf } from './sources.mjs'
import { faultsOfSql } from './sql.mjs'
import { faultsOfTypeScript } from './typescript.mjs'

/** A template expression. */
const hole = ['$', '{x}'].join('')

/**
 * The source with each fault applied. @param {string} source @param {import('./sql.mjs').Fault[]}
 * faults
 */
const apply = (source, faults) =>
  faults.map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

/** @param {string} source @param {string[]} expected some of its faulty texts */
function assertFaults(source, expected, find = faultsOfTypeScript) {
  const texts = apply(source, find(source))
  for (const text of expected) assert.ok(texts.includes(text), `${text} is not among\n${texts.join('\n')}`)
  return texts
}

test('TypeScript: drops and negates conditions', () => {
  const texts = assertFaults('x = a && b', ['x = (a)', 'x = (b)'])
  assert.equal(texts.length, 2)
  assertFaults('if (a) b()', ['if (!(a)) b()', 'if (a) ;'])
  assertFaults('if (a(b)) throw c', ['if (false) throw c'])
  assertFaults('x = a(b) ? c : d', ['x = !(a(b)) ? c : d'])
})

test('TypeScript: changes comparisons and boundaries', () => {
  assert.deepEqual(assertFaults('x = a === b', []), ['x = a !== b'])
  assert.deepEqual(assertFaults('x = a > b', []), ['x = a >= b'])
})

test('TypeScript: changes conditions, locks and joins of the query builder', () => {
  assertFaults("x = q.innerJoin('b').where('c', '<=', d).forUpdate()", [
    "x = q.leftJoin('b').where('c', '<=', d).forUpdate()",
    "x = q.innerJoin('b').forUpdate()",
    "x = q.innerJoin('b').where('c', '<', d).forUpdate()",
    "x = q.innerJoin('b').where('c', '<=', d)",
  ])
})

test('TypeScript: treats only templates tagged sql as SQL', () => {
  assertFaults(`x = sql\`select from a where b = ${hole}\``, [
    'x = sql`select from a where (true)`',
    `x = sql\`select from a where b <> ${hole}\``,
  ])
  assert.deepEqual(faultsOfTypeScript(`x = \`select from a where b = ${hole}\``), [])
})

test('SQL: drops and negates each part of a condition', () => {
  const texts = assertFaults(
    `select from a where company_id = ${hole} and b between 1 and 2 and (c or d > 1) order by e`,
    [
      'select from a where (true) and b between 1 and 2 and (c or d > 1) order by e',
      `select from a where company_id <> ${hole} and b between 1 and 2 and (c or d > 1) order by e`,
      `select from a where company_id = ${hole} and (true) and (c or d > 1) order by e`,
      `select from a where company_id = ${hole} and (not (b between 1 and 2)) and (c or d > 1) order by e`,
      `select from a where company_id = ${hole} and b between 1 and 2 and (true) order by e`,
      `select from a where company_id = ${hole} and b between 1 and 2 and (c or (false)) order by e`,
      `select from a where company_id = ${hole} and b between 1 and 2 and (c or d >= 1) order by e`,
    ],
    faultsOfSql,
  )
  assert.ok(!texts.some((text) => text.includes('between 1 and (true)')))
})

test('SQL: changes joins, locks, unique indexes and checks', () => {
  assertFaults(
    'select from a join b on a.c = b.c where d for no key update of a skip locked',
    [
      'select from a left join b on a.c = b.c where d for no key update of a skip locked',
      'select from a join b on (true) where d for no key update of a skip locked',
      'select from a join b on a.c = b.c where d ',
    ],
    faultsOfSql,
  )
  assertFaults('create unique index a on b (c)', ['create  index a on b (c)'], faultsOfSql)
  assertFaults('a bigint check (a > 0)', ['a bigint check (true)', 'a bigint check (a >= 0)'], faultsOfSql)
})

test('SQL: ignores keywords that begin no condition', () => {
  for (const sql of [
    'create trigger a after insert or update on b for each row execute function c()',
    'create table if not exists a (b bigint references c on delete cascade)',
    'insert into a values (1) on conflict (b) do nothing -- where c = d',
    "select case a when 'b' then 1 end",
    `update a set b = 1 where ${hole}`,
  ])
    assert.deepEqual(faultsOfSql(sql), [], sql)
})

test('mutates files of a feature and its schema, without what later migrations replace', () => {
  const root = mkdtempSync(join(tmpdir(), 'artel-mutants-test-'))
  const migrations = 'server/src/database/migrations'
  const files = {
    'server/src/features/tasks/tasks.ts': 'x = a > b',
    'server/src/features/tasks/tasks.test.ts': 'x = a > b',
    'server/src/features/orders/orders.ts': 'x = a > b',
    [`${migrations}/0001_base.sql`]:
      'create table tasks (\n  a bigint check (a > 0),\n  b bigint check (b > 0)\n);\ncreate table orders (c bigint check (c > 0));\n',
    [`${migrations}/0002_tasks.sql`]:
      'create function f() returns trigger language plpgsql as $$\nbegin\n  if a > b; then c;\nend $$;\n',
    [`${migrations}/0003_more.sql`]: 'alter table tasks drop constraint tasks_b_check;\n',
    [`${migrations}/0004_more.sql`]:
      'create trigger g before insert on tasks for each row when (new.a > 0) execute function h();\n',
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const folder = findFolder(root, 'tasks') ?? ''
    const places = new Set(mutantsOf(root, folder).map(({ path, line }) => `${path}:${line}`))
    assert.deepEqual(
      [...places],
      [
        'server/src/features/tasks/tasks.ts:1',
        `${migrations}/0001_base.sql:2`,
        `${migrations}/0002_tasks.sql:3`,
        `${migrations}/0004_more.sql:1`,
      ],
    )
    assert.equal(findFolder(root, 'nothing'), undefined)
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('draws the same mutants for the same seed, and others for another seed', () => {
  const mutants = Array.from({ length: 50 }, (_, line) => ({
    path: 'a',
    line,
    start: 0,
    end: 0,
    text: '',
    what: '',
  }))
  assert.deepEqual(draw(mutants, 7), draw(mutants, 7))
  assert.notDeepEqual(draw(mutants, 7), draw(mutants, 8))
  assert.equal(new Set(draw(mutants, 7)).size, 50)
})
