import { isVisible } from '@artel/contract/shapes/visible'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { S3Place } from './storage/storage.ts'

// How the values of settings are written.

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

/**
 * `next`: one proxy stands in front of the server. Networks: every peer in one of them is a proxy, also several in a
 * row.
 */
export type ProxyTrust = 'none' | 'next' | readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]

export const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** `https://KEY:SECRET@host/bucket/prefix?region=name`. A `/` in the secret is written `%2F`. */
export const s3Url = z.string().transform((value, context) => {
  const place = readS3Url(value)
  if (!place) context.addIssue('it has the form https://KEY:SECRET@host/bucket/prefix?region=name')
  return place ?? z.NEVER
})

const byUnit: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'it is a number')
  .transform(Number)
  .pipe(z.number().max(65535))

/** A size such as `20GiB`, in bytes. */
export const byteSize = z
  .string()
  .regex(/^[1-9]\d{0,5}(?:MiB|GiB|TiB)$/, 'it has the form 500MiB, 20GiB or 2TiB')
  .transform((value) => Number(value.slice(0, -3)) * (byUnit[value.slice(-3)] ?? 0))

/** A base URL for other paths. It has no query and no fragment, because they would end up in the middle. */
export const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((value) => {
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}, 'it has no user, no ? and no #')

/** The base URL of a foreign service, if not its own: a proxy or a test. Ends without `/`. */
export const foreignUrl = baseUrl.transform((value) => value.replace(/\/+$/, '')).optional()

/** A mail server. Without a host its library would silently use this machine. */
export const smtpUrl = z.url({ protocol: /^smtps?$/, abort: true }).refine((value) => {
  const { hostname, username, password } = new URL(value)
  return hostname !== '' && decodeEscapes(username) !== undefined && decodeEscapes(password) !== undefined
}, 'it has the form smtp://user:password@host:port, with %25 for a %')

/** The sender of mails: an address, or a name and an address. */
export const mailSender = z.string().transform((value, context) => {
  const sender = readSender(value.trim())
  if (!sender) context.addIssue('it has the form no-reply@example.com or Your company <no-reply@example.com>')
  return sender ?? z.NEVER
})

/** The proxies whose forwarded headers are trusted: none, the one in front of the server, or all in these networks. */
export const proxyTrust = z.string().transform((value, context): ProxyTrust => {
  if (value === '0' || value === '1') return value === '1' ? 'next' : 'none'
  const networks = value.split(',').map((network) => network.trim())
  if (!networks.every((network) => ipaddr.isValidCIDR(network))) {
    context.addIssue('it is 0, 1, or networks such as 10.0.0.0/8,fd00::/8')
    return z.NEVER
  }
  return networks.map((network) => ipaddr.parseCIDR(network))
})

/** Push services of the operator: hosts, each with its port unless it is 443. */
export const hostList = z.string().transform((value, context) => {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  const isHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host
  if (!hosts.every(isHost)) context.addIssue('it has the form push.example.com,push.example.com:8443')
  return hosts
})

const printerForm = 'it has the form Line 1=3:10.0.0.7:9100/tspl/203, with commas between printers'

/** Label printers: `name=company:host:port`, then the language and the dots per inch if they are not the usual ones. */
export const printerList = z.string().transform((value, context) => {
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

// Not `z.url`, because a PostgreSQL URL may omit the host and name the folder of a socket.
export const databaseUrl = z
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
