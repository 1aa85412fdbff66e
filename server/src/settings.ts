import { z } from 'zod'
import { OperatorError } from './operator-error.ts'
import { describeMisspelling, findMisspellings } from './setting-names.ts'
import {
  baseUrl,
  byteSize,
  databaseUrl,
  flag,
  foreignUrl,
  hostList,
  mailSender,
  type PrinterPlace,
  type ProxyTrust,
  port,
  printerList,
  proxyTrust,
  s3Url,
  smtpUrl,
} from './setting-values.ts'
import type { S3Place } from './storage/storage.ts'

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  // The app is served at the root of its host.
  APP_URL: baseUrl.refine((value) => /^\/*$/.test(new URL(value).pathname), 'it has no path').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DEMO: flag.optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  SECRET_KEY: z.string().min(32).optional(),
  OLD_SECRET_KEY: z.string().min(32).optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_PREPARE: z.enum(['auto', '0', '1']).default('auto'),
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
  METRICS_PORT: port.optional(),
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
  /** Unset: `databaseUrl` leads to the server itself. Otherwise this does, and that one to a pooler in front of it. */
  databaseDirectUrl: string | undefined
  /** Whether frequent statements are prepared. A pooler may not pass them on. */
  preparesStatements: boolean
  /** Maximum connections of this process for calls and jobs, with `databaseUrl`. Unset: the usual number. */
  databasePool: number | undefined
  loadDemo: boolean
  isProduction: boolean
  /** Unset: a key is created once in `dataDir`. */
  secretKey: string | undefined
  /** The key that `secretKey` replaces, until `key rotate` has sealed everything anew. */
  oldSecretKey: string | undefined
  trustProxy: ProxyTrust
  /** `web` runs no jobs. `worker` answers no calls. */
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
  /** A second port, only for those who watch the process. */
  metricsPort: number | undefined
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
  for (const name of ['DATABASE_POOL', 'DATABASE_DIRECT_URL'] as const) {
    if (read[name] !== undefined && !read.DATABASE_URL)
      throw new SettingsError(`${name} is used only with DATABASE_URL`)
  }
  if (read.OLD_SECRET_KEY && (!read.SECRET_KEY || read.OLD_SECRET_KEY === read.SECRET_KEY)) {
    throw new SettingsError('OLD_SECRET_KEY is used only with another SECRET_KEY')
  }
  const isProduction = read.NODE_ENV === 'production'
  return {
    host: read.HOST,
    port: read.PORT,
    appUrl: read.APP_URL?.replace(/\/+$/, ''),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    preparesStatements:
      read.DATABASE_PREPARE === 'auto' ? !read.DATABASE_DIRECT_URL : read.DATABASE_PREPARE === '1',
    databasePool: read.DATABASE_POOL,
    loadDemo: read.DEMO ?? (!read.DATABASE_URL && !isProduction && isForOneself(read)),
    isProduction,
    secretKey: read.SECRET_KEY,
    oldSecretKey: read.OLD_SECRET_KEY,
    trustProxy: read.TRUST_PROXY,
    role: read.ROLE,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    metricsToken: read.METRICS_TOKEN,
    metricsPort: read.METRICS_PORT,
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
