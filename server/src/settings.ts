import { z } from 'zod'
import { OperatorError } from './operator-error.ts'
import { describeMisspelling, findMisspellings } from './setting-names.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** `https://KEY:SECRET@host/bucket/prefix?region=name`, with `%2F` for a `/` in the secret. */
const s3Url = z.string().transform((value, context) => {
  const place = readS3Url(value)
  if (!place) context.addIssue('it has the form https://KEY:SECRET@host/bucket/prefix?region=name')
  return place ?? z.NEVER
})

const byUnit: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

/** `20GiB`, in bytes. */
const byteSize = z
  .string()
  .regex(/^[1-9]\d{0,5}(?:MiB|GiB|TiB)$/, 'it has the form 500MiB, 20GiB or 2TiB')
  .transform((value) => Number(value.slice(0, -3)) * (byUnit[value.slice(-3)] ?? 0))

/** An address that others are put behind: what stands behind its path would end up in their middle. */
const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((value) => {
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}, 'it has no user, no ? and no #')

/** Where a foreign service stands, if not at its own address: a proxy, or a test. Ends without `/`. */
const foreignUrl = baseUrl.transform((value) => value.replace(/\/+$/, '')).optional()

/** A mail server. Its library takes a missing host for this machine, and says nothing of it. */
const smtpUrl = z.url({ protocol: /^smtps?$/, abort: true }).refine((value) => {
  const { hostname, username, password } = new URL(value)
  return hostname !== '' && decodeEscapes(username) !== undefined && decodeEscapes(password) !== undefined
}, 'it has the form smtp://user:password@host:port, with %25 for a %')

/** Push services of the operator's own: hosts, each with its port where it is another than 443. */
const hostList = z.string().transform((value, context) => {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  const isHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host
  if (!hosts.every(isHost)) context.addIssue('it has the form push.example.com,push.example.com:8443')
  return hosts
})

/** Options of an address of PostgreSQL, each with the values that it may have; none: any. */
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
  // The app stands at the root of its host.
  APP_URL: baseUrl.refine((value) => /^\/*$/.test(new URL(value).pathname), 'it has no path').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  // Not `z.url`: PostgreSQL's own form of an address may leave the host out and name a socket's folder instead.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'it begins with postgres://')
    .superRefine((value, context) => {
      const query = value.includes('?') ? value.slice(value.indexOf('?')) : ''
      for (const [name, given] of new URLSearchParams(query)) {
        const values = urlOptions.get(name)
        // Others are taken in silence by the driver, or take the place of what this program sets for itself.
        if (!values) context.addIssue(`its options are ${[...urlOptions.keys()].join(', ')}, not ${name}`)
        else if (values.length > 0 && !values.includes(given))
          context.addIssue(`its ${name} is one of ${values.join(', ')}`)
      }
    })
    .optional(),
  DEMO: flag.optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  SECRET_KEY: z.string().min(32).optional(),
  TRUST_PROXY: flag.default(false),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email().optional(),
  S3_URL: s3Url.optional(),
  MEDIA_QUOTA: byteSize.prefault('20GiB'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'it has 16 characters or more, and no spaces')
    .optional(),
  PUSH_HOSTS: hostList.optional(),
  WILDBERRIES_PUBLIC: flag.default(true),
  WILDBERRIES_CONTENT_URL: foreignUrl,
  WILDBERRIES_CARD_URL: foreignUrl,
  WILDBERRIES_CDN_URL: foreignUrl,
  MOYSKLAD_URL: foreignUrl,
  RATE_LIMIT: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** A bucket and who may write to it. */
export type S3Place = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  /** What all keys begin with: empty, or ends in `/`. */
  prefix: string
}

/** How Wildberries is asked; what is unset is their own address. */
export type WildberriesSettings = {
  /** Also as everyone sees it, where no token knows a product. */
  asksPublic: boolean
  contentUrl: string | undefined
  cardUrl: string | undefined
  /** Serves all their hosts of files, each below a folder of its name. */
  cdnUrl: string | undefined
}

/** How MoySklad is asked. */
export type MoySkladSettings = {
  /** Of their API, version and all; unset: their own address. */
  url: string | undefined
}

export type Settings = {
  host: string
  port: number
  /** Ends without `/`. Unset: made from host and port when the server listens; see `readServerSettings`. */
  appUrl: string | undefined
  dataDir: string
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  loadDemo: boolean
  isProduction: boolean
  /** Unset: made once into `dataDir`. */
  secretKey: string | undefined
  trustProxy: boolean
  /** `web` works no jobs; `worker` listens on no port. */
  role: 'all' | 'web' | 'worker'
  /** Unset: mails are files in `dataDir`. */
  smtpUrl: string | undefined
  /** Unset: `no-reply` at the host of the app's address. */
  mailFrom: string | undefined
  /** Opens the metrics. Unset: only an installation that people use at this machine shows them, and only from it. */
  metricsToken: string | undefined
  /** Unset: files are kept in `dataDir`. */
  s3: S3Place | undefined
  /** What the media of each company may take, in bytes. */
  mediaQuota: number
  /** Push services beside those of the browsers that are known. */
  pushHosts: readonly string[]
  wildberries: WildberriesSettings
  moySklad: MoySkladSettings
  /** Whether calls are counted against the general limits; those on wrong passwords always stand. */
  limitsCalls: boolean
  logLevel: string
}

/** A setting that cannot be used; the message names it. */
export class SettingsError extends OperatorError {}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/** Whether a host, or the name of one, is this machine and no other. An IPv6 address may stand in brackets. */
export const isThisMachine = (host: string): boolean => loopback.test(host)

/** Whether people use the installation at an address of this machine. At any other a proxy in front passes them on. */
export const isUsedHere = (appUrl: string | undefined): boolean =>
  appUrl === undefined || isThisMachine(new URL(appUrl).hostname)

/** Whether nobody but people of this machine reach the server. */
const isForOneself = ({ HOST, APP_URL }: { HOST: string; APP_URL?: string | undefined }): boolean =>
  isThisMachine(HOST) && isUsedHere(APP_URL)

/** One line for each variable that looks like a setting and is none. */
export const warnOfNames = (env: NodeJS.ProcessEnv = process.env): string[] =>
  findMisspellings(env, settingNames).map(describeMisspelling)

const settingNames = Object.keys(environment.shape)

/** @throws SettingsError that names the setting, and the variable that was probably meant to be it */
function refuseMissing(env: NodeJS.ProcessEnv, name: string, reason: string): never {
  const written = findMisspellings(env, settingNames).find(({ meant }) => meant === name)
  const hint = written ? `. ${describeMisspelling(written)}` : ''
  throw new SettingsError(`${name} must be given ${reason}${hint}`)
}

/**
 * Reads what a server starts with. In production, and where only jobs are worked, no request is trusted to tell, or
 * can tell, which address the links in mails begin with. @throws SettingsError
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
  // A variable set to nothing is one that is not set.
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
  const isProduction = read.NODE_ENV === 'production'
  return {
    host: read.HOST,
    port: read.PORT,
    appUrl: read.APP_URL?.replace(/\/+$/, ''),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
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

/** undefined: an escape in it is none. */
function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
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

/** No settings of ours: what any program on Windows needs, which opens no socket without SystemRoot. */
export function windowsEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(windowsNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
