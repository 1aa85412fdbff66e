import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
)

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
}

/** What people call people and things. */
const written = new Set([
  'full_name',
  'first_name',
  'last_name',
  'nick_name',
  'name',
  'title',
  'article',
  'destination',
])

/** Whether what comes out may be what a person wrote: `row.user?.full_name ?? '–'`. */
function isWritten(node: Node | null | undefined): boolean {
  if (!node) return false
  const { type } = node
  if (type === 'ChainExpression' || type === 'TSNonNullExpression') return isWritten(node.expression as Node)
  if (type === 'LogicalExpression')
    return (node.operator !== '&&' && isWritten(node.left as Node)) || isWritten(node.right as Node)
  if (type === 'ConditionalExpression')
    return isWritten(node.consequent as Node) || isWritten(node.alternate as Node)
  if (type === 'Identifier') return ['full_name', 'nick_name', 'destination'].includes(String(node.name))
  return type === 'MemberExpression' && written.has(String((node.property as Node).name))
}

/** JSX that has a name among words of its own, and texts that are put together with one. */
function* findBare(code: string, file: string): Generator<string> {
  const { program } = parseSync(file, code)
  const placeOf = ({ start }: Node) => `${file}:${code.slice(0, start).split('\n').length}`
  // The tree of the parser, looked at as plain nodes.
  for (const node of nodesOf(program as unknown as Node)) {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = (node.children as Node[]).filter(
        ({ type, value }) => type !== 'JSXText' || String(value).trim() !== '',
      )
      const name = (isNode(node.openingElement) && (node.openingElement.name as Node).name) || ''
      if (children.length < 2 || name === 'bdi') continue
      for (const child of children)
        if (child.type === 'JSXExpressionContainer' && isWritten(child.expression as Node))
          yield placeOf(child)
    } else if (node.type === 'TemplateLiteral') {
      const isAlone = (node.quasis as { value: { raw: string } }[]).every(
        ({ value }) => value.raw.trim() === '',
      )
      if (!isAlone) for (const inner of node.expressions as Node[]) if (isWritten(inner)) yield placeOf(inner)
    }
  }
}

test('finds a name among other words', () => {
  const found = (code: string) => [...findBare(code, 'x.tsx')].length
  expect(found('<p>{user.full_name}: 5</p>')).toBe(1)
  expect(found('<p>{a ? user?.name : "x"} <b>5</b></p>')).toBe(1)
  expect(found('const label = `$' + '{user.name}: 5`')).toBe(1)
  expect(found('<p><bdi>{user.full_name}</bdi>: 5</p>')).toBe(0)
  expect(found('<p>{user.full_name}</p>')).toBe(0)
})

// None of them is drawn: what is sent and what tells rows apart.
const undrawn = ['api/brackets.ts', 'app/routes/page-routes.tsx', 'features/views/view-tabs.tsx']
// A placeholder of a text beside what it stands for in an example of ours.
const ours = ['features/pushes/automatic-form.tsx']

test('pages draw a name among other words only in its own element', { timeout: 60_000 }, () => {
  const bare = files
    .filter((file) => ![...undrawn, ...ours].includes(file))
    .flatMap((file) => [...findBare(readFileSync(join(root, file), 'utf8'), file)])
  expect(bare).toEqual([])
})
