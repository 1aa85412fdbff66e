import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { entryList, postEntry } from './bare-ledger.ts'
import { placeOrder } from './bare-shop.ts'
import { readStats } from './bare-stats.ts'
import { postScan } from './bare-supplies.ts'

// The minimal code for the same work: node:http, pg with prepared statements, JSON.stringify. The session is
// checked in the same way. The list has no total.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })

const session = {
  name: 'session',
  text: `select s.company_id, s.user_id, u.type from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = s.company_id where s.token_hash = $1 and u.status = 'active'`,
}
const columns = `tasks.*, (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar', p.avatar)
    from users p where p.company_id = tasks.company_id and p.id = tasks.user_id) as "user"`
const list = {
  name: 'list',
  text: `select ${columns} from tasks where company_id = $1 and deleted_at is null order by id desc limit 10`,
}
// The same answer as the call: with the newest related rows that the page shows.
const newest = (table: string, count: number) => `(select coalesce(json_agg(found), '[]') from (
    select of_it.*, (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar', p.avatar)
      from users p where p.company_id = of_it.company_id and p.id = of_it.user_id) as "user"
    from ${table} of_it where of_it.company_id = tasks.company_id and of_it.task_id = tasks.id
    order by of_it.id desc limit ${count}) found)`
const item = {
  name: 'item',
  text: `select ${columns}, ${newest('task_times', 50)} as times, ${newest('task_comments', 200)} as comments,
      ${newest('task_events', 100)} as history
    from tasks where company_id = $1 and id = $2 and deleted_at is null`,
}

const photo = `(select m.file from product_multimedia h
    join multimedia m on m.company_id = h.company_id and m.id = h.multimedia_id
    where h.company_id = products.company_id and h.product_id = products.id and m.type = 'photo'
    order by h.position limit 1) as photo`
const products = {
  name: 'products',
  text: `select products.*, ${photo} from products where company_id = $1 order by id desc limit 10`,
}
// One condition for each word, because no index supports `like all` of a list.
const foundProducts = (words: number) => ({
  name: `products found by ${words} words`,
  text: `select products.*, ${photo} from products where company_id = $1 ${Array.from(
    { length: words },
    (_, n) => `and search_form(product_words(name, article, barcodes, wildberries_id)) like $${n + 2}`,
  ).join(' ')} order by id desc limit 10`,
})

async function listProducts(companyId: number, words: string | null): Promise<object> {
  const patterns = words?.split(' ').map((word) => `%${word}%`)
  const { rows } = patterns
    ? await pool.query({ ...foundProducts(patterns.length), values: [companyId, ...patterns] })
    : await pool.query({ ...products, values: [companyId] })
  return { status: true, products: rows }
}

createServer(async (request, response) => {
  const token = /artel_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const hash = createHash('sha256').update(decodeURIComponent(token)).digest()
  const found = await pool.query({ ...session, values: [hash] })
  const companyId = found.rows[0]?.company_id
  if (request.method === 'POST') {
    if (request.url === '/orders') return response.end(await placeOrder(pool, found.rows[0]))
    const post = request.url?.startsWith('/supplies') ? postScan : postEntry
    return response.end(await post(pool, found.rows[0], request))
  }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bare')
  if (pathname === '/products') {
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(await listProducts(companyId, searchParams.get('search'))))
  }
  if (pathname === '/stats') {
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(await readStats(pool, companyId, searchParams)))
  }
  const id = /\/tasks\/(\d+)/.exec(request.url ?? '')?.[1]
  const { rows } = id
    ? await pool.query({ ...item, values: [companyId, id] })
    : await pool.query({ ...(request.url === '/money' ? entryList : list), values: [companyId] })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(id ? { status: true, task: rows[0] } : { status: true, tasks: rows }))
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
