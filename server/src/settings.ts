import { isVisible } from '@artel/contract/shapes/visible'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { OperatorError } from './operator-error.ts'
import { describeMisspelling, findMisspellings } from './setting-names.ts'
import type { S3Place } from './storage/storage.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** `https://KEY:SECRET@host/bucket/prefix?region=name`. A `/` in the secret is written `%2F`. */
const s3Url = z.string().transform((value, context) => {
  const place = readS3Url(value)
  if (!place) context.addIssue('it has the form https://KEY:SECRET@host/bucket/prefix?region=name')
  return place ?? z.NEVER
})

const byUnit: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

/** A size such as `20GiB`, in bytes. */
const byteSize = z
  .string()
  .regex(/^[1-9]\d{0,5}(?:MiB|GiB|TiB)$/, 'it has the form 500MiB, 20GiB or 2TiB')
  .transform((value) => Number(value.slice(0, -3)) * (byUnit[value.slice(-3)] ?? 0))

/** A base URL for other paths. It has no query and no fragment, because they would end up in the middle. */
const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((value) => {
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}, 'it has no user, no ? and no #')

/** The base URL of a foreign service, if not its own: a proxy or a test. Ends without `/`. */
const foreignUrl = baseUrl.transform((value) => value.replace(/\/+$/, '')).optional()

/** A mail server. Without a host its library would silently use this machine. */
const smtpUrl = z.url({ protocol: /^smtps?$/, abort: true }).refine((value) => {
  const { hostname, username, password } = new URL(value)
  return hostname !== '' && decodeEscapes(username) !== undefined && decodeEscapes(password) !== undefined
}, 'it has the form smtp://user:password@host:port, with %25 for a %')

/** The sender of mails: an address, or a name and an address. */
const mailSender = z.string().transform((value, context) => {
  const sender = readSender(value.trim())
  if (!sender) context.addIssue('it has the form no-reply@example.com or Your company <no-reply@example.com>')
  return sender ?? z.NEVER
})

/** The proxies whose forwarded headers are trusted: none, the one in front of the server, or all in these networks. */
const proxyTrust = z.string().transform((value, context): ProxyTrust => {
  if (value === '0' || value === '1') return value === '1' ? 'next' : 'none'
  const networks = value.split(',').map((network) => network.trim())
  if (!networks.every((network) => ipaddr.isValidCIDR(network))) {
    context.addIssue('it is 0, 1, or networks such as 10.0.0.0/8,fd00::/8')
    return z.NEVER
  }
  return networks.map((network) => ipaddr.parseCIDR(network))
})

/** Push services of the operator: hosts, each with its port unless it is 443. */
const hostList = z.string().transform((value, context) => {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  const isHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host
  if (!hosts.every(isHost)) context.addIssue('it has the form push.example.com,push.example.com:8443')
  return hosts
})

const printerForm = 'it has the form Line 1=3:10.0.0.7:9100/tspl/203, with commas between printers'

/** Label printers: `name=company:host:port`, then the language and the dots per inch if they are not the usual ones. */
const printerList = z.string().transform((value, context) => {
  const printers = value.split(',').flatMap((one) => readPrinter(one.trim()) ?? [])
  const [names, places] = [
    printers.map(({ companyId, name }) => `${companyId} ${name}`),
    printers.map(({ host, port }) => `${host}:${port}`),
  ]
  if (printers.length !== value.split(',').length) context.addIssue(printerForm)
  else if (new Set(names).size !== names.length) context.addIssue('a company has each name only once')
  // Prints of two companies would wait for each other without knowing why.
  else if (new Set(places).size !== places.length) context.addIssue('each printer is named only once')
  return printers
})

/** Options of a PostgreSQL URL with their allowed values. An empty list allows any value. */
const urlOptions = new Map<string, readonly string[]>([
  ['host', []],
  ['port', []],
  ['user', []],
  ['password', []],
  ['sslmode', ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']],
  ['sslcert', []],
  ['sslkey', []],
  ['sslrootcert', []],
  ['sslnegotiation', ['postgres', 'direct']],
  ['uselibpqcompat', ['true', 'false']],
])

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'it is a number')
    .transform(Number)
    .pipe(z.number().max(65535))
    .default(3000),
  // The app is served at the root of its host.
  APP_URL: baseUrl.refine((value) => /^\/*$/.test(new URL(value).pathname), 'it has no path').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  // Not `z.url`, because a PostgreSQL URL may omit the host and name the folder of a socket.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'it begins with postgres://')
    .superRefine((value, context) => {
      const query = value.includes('?') ? value.slice(value.indexOf('?')) : ''
      for (const [name, given] of new URLSearchParams(query)) {
        const values = urlOptions.get(name)
        // The driver silently accepts other options, or lets them override what this program sets.
        if (!values) context.addIssue(`its options are ${[...urlOptions.keys()].join(', ')}, not ${name}`)
        else if (values.length > 0 && !values.includes(given))
          context.addIssue(`its ${name} is one of ${values.join(', ')}`)
      }
    })
    .optional(),
  DEMO: flag.optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  SECRET_KEY: z.string().min(32).optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^\d{1,3}$/, 'it is a number')
    .transform(Number)
    .pipe(z.number().min(5, 'it is 5 or more').max(200, 'it is 200 or less'))
    .optional(),
  TRUST_PROXY: proxyTrust.prefault('0'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  S3_URL: s3Url.optional(),
  MEDIA_QUOTA: byteSize.prefault('20GiB'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'it has 16 characters or more, and no spaces')
    .optional(),
  PUSH_HOSTS: hostList.optional(),
  PRINTERS: printerList.optional(),
  WILDBERRIES_PUBLIC: flag.default(true),
  WILDBERRIES_CONTENT_URL: foreignUrl,
  WILDBERRIES_CARD_URL: foreignUrl,
  WILDBERRIES_CDN_URL: foreignUrl,
  MOYSKLAD_URL: foreignUrl,
  RATE_LIMIT: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** A label printer in the network of the server. It takes labels as raw bytes at its port. */
export type PrinterPlace = {
  companyId: number
  /** Unique in its company. */
  name: string
  /** An IPv6 address is without brackets. */
  host: string
  port: number
  language: 'zpl' | 'tspl'
  /** Per inch. */
  dots: 203 | 300
}

/** How to reach Wildberries. An unset URL means their own address. */
export type WildberriesSettings = {
  /** Whether to also use the public data if no token knows a product. */
  asksPublic: boolean
  contentUrl: string | undefined
  cardUrl: string | undefined
  /** Replaces all their file hosts, each as a folder with the name of the host. */
  cdnUrl: string | undefined
}

/** How to reach MoySklad. */
export type MoySkladSettings = {
  /** The URL of their API including its version. Unset: their own address. */
  url: string | undefined
}

/**
 * `next`: one proxy stands in front of the server. Networks: every peer in one of them is a proxy, also several in a
 * row.
 */
export type ProxyTrust = 'none' | 'next' | readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]

export type Settings = {
  host: string
  port: number
  /**
   * Ends without `/`. If unset, it is built from host and port when the server listens; see
   * `readServerSettings`.
   */
  appUrl: string | undefined
  dataDir: string
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Maximum connections of this process for calls and jobs, with `databaseUrl`. Unset: the usual number. */
  databasePool: number | undefined
  loadDemo: boolean
  isProduction: boolean
  /** Unset: a key is created once in `dataDir`. */
  secretKey: string | undefined
  trustProxy: ProxyTrust
  /** `web` runs no jobs. `worker` opens no port. */
  role: 'all' | 'web' | 'worker'
  /** Unset: mails are written as files to `dataDir`. */
  smtpUrl: string | undefined
  /** Unset: `no-reply` at the host of the app's address. Without a name, the name of the product is used. */
  mailFrom: { name: string | null; address: string } | undefined
  /**
   * The token for the metrics. Unset: the metrics are available only if the installation is used on this
   * machine, and only from it.
   */
  metricsToken: string | undefined
  /** Unset: files are stored in `dataDir`. */
  s3: S3Place | undefined
  /** Quota for the media of each company, bytes. */
  mediaQuota: number
  /** Additional push services, besides those of known browsers. */
  pushHosts: readonly string[]
  /** Label printers of all companies. */
  printers: readonly PrinterPlace[]
  wildberries: WildberriesSettings
  moySklad: MoySkladSettings
  /** Whether the general request limits apply. The limits on wrong passwords always do. */
  limitsCalls: boolean
  logLevel: string
}

/** A setting cannot be used. The message names it. */
export class SettingsError extends OperatorError {}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/** Whether a host name or address is this machine. An IPv6 address may be in brackets. */
export const isThisMachine = (host: string): boolean => loopback.test(host)

/**
 * Whether people use the installation at an address of this machine. At any other address a proxy forwards
 * the requests.
 */
export const isUsedHere = (appUrl: string | undefined): boolean =>
  appUrl === undefined || isThisMachine(new URL(appUrl).hostname)

/** Whether only people on this machine can reach the server. */
const isForOneself = ({ HOST, APP_URL }: { HOST: string; APP_URL?: string | undefined }): boolean =>
  isThisMachine(HOST) && isUsedHere(APP_URL)

/** One line for each variable that looks like a setting but is none. */
export const warnOfNames = (env: NodeJS.ProcessEnv = process.env): string[] =>
  findMisspellings(env, settingNames).map(describeMisspelling)

const settingNames = Object.keys(environment.shape)

/** @throws SettingsError that names the setting and, if found, the variable that was probably meant */
function refuseMissing(env: NodeJS.ProcessEnv, name: string, reason: string): never {
  const written = findMisspellings(env, settingNames).find(({ meant }) => meant === name)
  const hint = written ? `. ${describeMisspelling(written)}` : ''
  throw new SettingsError(`${name} must be given ${reason}${hint}`)
}

/**
 * Reads the settings of a server. APP_URL is required in production, because a request must not determine the
 * address of links in mails, and for a worker, because it receives no requests.
 * @throws SettingsError
 */
export function readServerSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const settings = readSettings(env)
  if (settings.appUrl) return settings
  const why = ': links in mails begin with it'
  if (settings.isProduction) refuseMissing(env, 'APP_URL', `in production${why}`)
  if (settings.role === 'worker') refuseMissing(env, 'APP_URL', `to a worker${why}`)
  return settings
}

/** Reads the settings from the environment. @throws SettingsError */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  // An empty variable counts as unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}`)
  }
  const read = parsed.data
  if (read.DATABASE_URL && !read.SECRET_KEY) {
    refuseMissing(given, 'SECRET_KEY', 'together with DATABASE_URL, with 32 characters at least')
  }
  if (read.DATABASE_POOL !== undefined && !read.DATABASE_URL) {
    throw new SettingsError('DATABASE_POOL is used only with DATABASE_URL')
  }
  const isProduction = read.NODE_ENV === 'production'
  return {
    host: read.HOST,
    port: read.PORT,
    appUrl: read.APP_URL?.replace(/\/+$/, ''),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    loadDemo: read.DEMO ?? (!read.DATABASE_URL && !isProduction && isForOneself(read)),
    isProduction,
    secretKey: read.SECRET_KEY,
    trustProxy: read.TRUST_PROXY,
    role: read.ROLE,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    metricsToken: read.METRICS_TOKEN,
    s3: read.S3_URL,
    mediaQuota: read.MEDIA_QUOTA,
    pushHosts: read.PUSH_HOSTS ?? [],
    printers: read.PRINTERS ?? [],
    wildberries: {
      asksPublic: read.WILDBERRIES_PUBLIC,
      contentUrl: read.WILDBERRIES_CONTENT_URL,
      cardUrl: read.WILDBERRIES_CARD_URL,
      cdnUrl: read.WILDBERRIES_CDN_URL,
    },
    moySklad: { url: read.MOYSKLAD_URL },
    limitsCalls: read.RATE_LIMIT,
    logLevel: read.LOG_LEVEL,
  }
}

function readSender(text: string): { name: string | null; address: string } | undefined {
  const { name = null, address = text } =
    /^(?<name>[^<>"\\]{1,100}?) *<(?<address>[^<>]+)>$/u.exec(text)?.groups ?? {}
  if (name !== null && (!isVisible(name) || /\p{C}/u.test(name))) return undefined
  return z.email().safeParse(address).success ? { name, address } : undefined
}

/** @returns undefined if the text has an invalid escape */
function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const printerPattern =
  /^(?<name>[^=,]{1,50}?) *= *(?<company>[1-9]\d{0,14}):(?<host>\[[\da-f:.]+\]|[a-z\d][a-z\d.-]*):(?<port>\d{1,5})(?:\/(?<language>zpl|tspl))?(?:\/(?<dots>203|300))?$/iu

function readPrinter(text: string): PrinterPlace | undefined {
  const { name, company, host, port, language, dots } = printerPattern.exec(text)?.groups ?? {}
  if (name === undefined || host === undefined || !isVisible(name) || /\p{C}/u.test(name)) return undefined
  const number = Number(port)
  if (number < 1 || number > 65_535) return undefined
  return {
    companyId: Number(company),
    name,
    host: host.toLowerCase().replace(/^\[|\]$/g, ''),
    port: number,
    language: language?.toLowerCase() === 'tspl' ? 'tspl' : 'zpl',
    dots: dots === '300' ? 300 : 203,
  }
}

function readS3Url(value: string): S3Place | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(value)
  const [bucket = '', ...folders] = pathname.split('/').filter((name) => name !== '')
  const { region = 'us-east-1', ...others } = Object.fromEntries(searchParams)
  const isPlain = /^https?:$/.test(protocol) && hash === '' && Object.keys(others).length === 0
  const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && /^[a-z0-9-]+$/.test(region)
  const isPrefix = folders.every((name) => /^[\w.-]+$/.test(name))
  const [accessKeyId, secretAccessKey] = [decodeEscapes(username), decodeEscapes(password)]
  if (!isPlain || !isBucket || !isPrefix || !accessKeyId || !secretAccessKey) return undefined
  return {
    endpoint: `${protocol}//${host}`,
    region,
    accessKeyId,
    secretAccessKey,
    bucket,
    prefix: folders.map((name) => `${name}/`).join(''),
  }
}

const windowsNames = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATH',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
]

/** Variables that every program on Windows needs. Without SystemRoot no socket can be opened. */
export function windowsEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(windowsNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
