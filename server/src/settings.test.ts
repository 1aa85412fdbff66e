import { describe, expect, test } from 'vitest'
import { readServerSettings, readSettings, SettingsError, warnOfNames } from './settings.ts'

describe('settings', () => {
  test('reads label printers with their language and resolution', () => {
    const read = (text: string) => readSettings({ PRINTERS: text }).printers
    expect(readSettings({}).printers).toEqual([])
    expect(read('Линия 1=3:10.0.0.7:9100')).toEqual([
      { companyId: 3, name: 'Линия 1', host: '10.0.0.7', port: 9100, language: 'zpl', dots: 203 },
    ])
    expect(read('A=3:printer.lan:9100/tspl/300, A=4:[fe80::1]:9101/300')).toEqual([
      { companyId: 3, name: 'A', host: 'printer.lan', port: 9100, language: 'tspl', dots: 300 },
      { companyId: 4, name: 'A', host: 'fe80::1', port: 9101, language: 'zpl', dots: 300 },
    ])
  })

  test('accept more push services, each with an optional port', () => {
    const hosts = readSettings({ PUSH_HOSTS: 'Push.example.com, push.example.com:8443' }).pushHosts
    expect(hosts).toEqual(['push.example.com', 'push.example.com:8443'])
    expect(readSettings({}).pushHosts).toEqual([])
  })

  test('have defaults if no variable is set', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: undefined,
      loadDemo: true,
      isProduction: false,
      trustProxy: 'none',
      mediaQuota: 20 * 1024 ** 3,
    })
  })

  test.each([
    [{ NODE_ENV: 'production' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ APP_URL: 'https://artel.example' }, false],
    [{ APP_URL: 'http://localhost:3000' }, true],
    [{ APP_URL: 'http://[::1]:3000' }, true],
    [{ DATABASE_URL: 'postgres://localhost/a', SECRET_KEY: 'x'.repeat(32) }, false],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
    [{ DEMO: '' }, true],
  ])('with %j load the demo company: %s', (env, loadDemo) => {
    expect(readSettings(env).loadDemo).toBe(loadDemo)
  })

  test.each([
    ['no-reply@artel.example', null],
    ['Склад «Север» <no-reply@artel.example>', 'Склад «Север»'],
  ])('read the sender %s', (MAIL_FROM, name) =>
    expect(readSettings({ MAIL_FROM }).mailFrom).toEqual({ name, address: 'no-reply@artel.example' }),
  )

  test('read the networks of the proxies, and the size of the pool', () => {
    expect(readSettings({ TRUST_PROXY: '1' }).trustProxy).toBe('next')
    const { trustProxy } = readSettings({ TRUST_PROXY: '10.0.0.0/8, fd00::/8' })
    expect(typeof trustProxy === 'string' ? [] : trustProxy.map(([, bits]) => bits)).toEqual([8, 8])
    const given = { DATABASE_URL: 'postgres://localhost/a', SECRET_KEY: 'x'.repeat(32) }
    expect(readSettings(given).databasePool).toBeUndefined()
    expect(readSettings({ ...given, DATABASE_POOL: '60' }).databasePool).toBe(60)
  })

  test.each([
    ['500MiB', 500 * 1024 ** 2],
    ['2TiB', 2 * 1024 ** 4],
  ])('read the media quota %s as %d bytes', (MEDIA_QUOTA, bytes) =>
    expect(readSettings({ MEDIA_QUOTA }).mediaQuota).toBe(bytes),
  )

  test.each(['20', '20GB', '0GiB', '-1GiB', '1.5GiB', '20 GiB', '20gib', '9999999TiB'])(
    'reject the media quota %j',
    (MEDIA_QUOTA) =>
      expect(() => readSettings({ MEDIA_QUOTA })).toThrow('MEDIA_QUOTA is wrong: it has the form'),
  )

  test.each<[env: Record<string, string>, name: string]>([
    [{ PORT: 'http' }, 'PORT'],
    [{ PRINTERS: 'Line 1' }, 'PRINTERS'],
    [{ PRINTERS: 'Line 1=3:10.0.0.7' }, 'PRINTERS'],
    [{ PRINTERS: 'Line 1=3:10.0.0.7:0' }, 'PRINTERS'],
    [{ PRINTERS: 'Line 1=0:10.0.0.7:9100' }, 'PRINTERS'],
    [{ PRINTERS: 'Line 1=3:10.0.0.7:9100/pcl' }, 'PRINTERS'],
    [{ PRINTERS: 'Line 1=3:10.0.0.7:9100/tspl/600' }, 'PRINTERS'],
    [{ PRINTERS: '=3:10.0.0.7:9100' }, 'PRINTERS'],
    [{ PRINTERS: 'A=3:10.0.0.7:9100,A=3:10.0.0.8:9100' }, 'PRINTERS'],
    [{ PRINTERS: 'A=3:10.0.0.7:9100,B=4:10.0.0.7:9100' }, 'PRINTERS'],
    [{ PUSH_HOSTS: 'https://push.example.com' }, 'PUSH_HOSTS'],
    [{ PUSH_HOSTS: 'push.example.com, user@push.example.com' }, 'PUSH_HOSTS'],
    [{ PUSH_HOSTS: 'push.example.com:443' }, 'PUSH_HOSTS'],
    [{ PORT: '65536' }, 'PORT'],
    ...[' ', '0x10', '1e3', '80.0', '+80', '-1'].map((PORT): [Record<string, string>, string] => [
      { PORT },
      'PORT',
    ]),
    ...['https://u:p@artel.example', 'https://artel.example/?a', 'https://artel.example/#a'].map(
      (APP_URL): [Record<string, string>, string] => [{ APP_URL }, 'APP_URL'],
    ),
    [{ APP_URL: 'https://artel.example/office' }, 'APP_URL'],
    [{ MOYSKLAD_URL: 'https://u:p@proxy.example/api' }, 'MOYSKLAD_URL'],
    [{ WILDBERRIES_CDN_URL: 'https://proxy.example/cdn?a=b' }, 'WILDBERRIES_CDN_URL'],
    ...['smtp://', 'smtp:mail.example', 'smtp://user:100%@mail.example', 'smtp://%zz:p@mail.example'].map(
      (SMTP_URL): [Record<string, string>, string] => [{ SMTP_URL }, 'SMTP_URL'],
    ),
    [{ S3_URL: 'https://%zz:secret@s3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://key:100%@s3.example/bucket' }, 'S3_URL'],
    [{ DATABASE_URL: 'mysql://localhost/a' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/a?sslmod=require' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/a?sslmode=requir' }, 'DATABASE_URL'],
    // It would override the time zone and the lock timeout.
    [{ DATABASE_URL: 'postgres://localhost/a?options=-c%20timezone%3DUTC' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/a' }, 'SECRET_KEY'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ APP_URL: 'artel.example' }, 'APP_URL'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ ROLE: 'cron' }, 'ROLE'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Artel' }, 'MAIL_FROM'],
    [{ MAIL_FROM: '<no-reply@artel.example>' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Artel <no-reply@artel.example> x' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Artel\nBcc: x <no-reply@artel.example>' }, 'MAIL_FROM'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.1' }, 'TRUST_PROXY'],
    [{ DATABASE_POOL: '30' }, 'DATABASE_POOL'],
    [
      { DATABASE_URL: 'postgres://localhost/a', SECRET_KEY: 'x'.repeat(32), DATABASE_POOL: '4' },
      'DATABASE_POOL',
    ],
    [
      { DATABASE_URL: 'postgres://localhost/a', SECRET_KEY: 'x'.repeat(32), DATABASE_POOL: '1e2' },
      'DATABASE_POOL',
    ],
    [{ S3_URL: 's3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://s3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example/Bucket' }, 'S3_URL'],
    [{ S3_URL: 'ftp://key:secret@s3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example/bucket?acl=public' }, 'S3_URL'],
    [{ WILDBERRIES_PUBLIC: 'no' }, 'WILDBERRIES_PUBLIC'],
    [{ WILDBERRIES_CARD_URL: 'card.example' }, 'WILDBERRIES_CARD_URL'],
    [{ RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
  ])('reject %j with one line that names %s', (env, name) => {
    const read = () => readSettings(env)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
  })

  test.each<[NodeJS.ProcessEnv, string]>([
    [{ NODE_ENV: 'production' }, 'in production'],
    [{ NODE_ENV: 'production', ROLE: 'web' }, 'in production'],
    [{ NODE_ENV: 'production', APP_URL: '' }, 'in production'],
    [{ NODE_ENV: 'production', APP_ULR: 'https://artel.example' }, 'APP_ULR is no setting'],
    [{ ROLE: 'worker' }, 'to a worker'],
    [{ ROLE: 'worker', NODE_ENV: 'production' }, 'in production'],
  ])('of a server with %j are rejected with one line because APP_URL is missing', (env, reason) => {
    const read = () => readServerSettings(env)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^APP_URL must be given[^\\n]*${reason}[^\\n]*$`))
    expect(readServerSettings({ ...env, APP_URL: 'https://artel.example/' }).appUrl).toBe(
      'https://artel.example',
    )
    // A command needs no address.
    expect(readSettings(env).appUrl).toBeUndefined()
  })

  test('of a server on one machine need no APP_URL', () => {
    for (const env of [{}, { NODE_ENV: 'development' }, { ROLE: 'web' }]) {
      expect(readServerSettings(env).appUrl).toBeUndefined()
    }
  })

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database-url', 'DATABASE_URL'],
    ['ARTEL_DATABASE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['APP_ULR', 'APP_URL'],
    ['S3_UR', 'S3_URL'],
    ['SECRET_KEYS', 'SECRET_KEY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['Port', 'PORT'],
    ['MOYSKLAD_URI', 'MOYSKLAD_URL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('warn of %s because it looks like %s', (name, meant) => {
    const line = `${name} is no setting of Artel: is ${meant} meant?`
    expect(warnOfNames({ PATH: '/bin', [name]: 'x' })).toEqual([line])
    // If the right setting is set, the other variable means something else.
    expect(warnOfNames({ [name]: 'x', [meant]: 'y' })).toEqual([])
    expect(warnOfNames({ [name]: '' })).toEqual([])
  })

  test('of other programs cause no warning', () => {
    const names = [
      'HOME',
      'POST',
      'SPORT',
      'HOSTS',
      'HOSTNAME',
      'ROLES',
      'DEMOS',
      'PATH',
      'LANG',
      'USER',
      'SHELL',
      'HTTP_PROXY',
      'NO_PROXY',
      'AMQP_URL',
      'HTTP_URL',
      'REDIS_URL',
      'PGHOST',
      'PGPORT',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
      'ARTEL_PASSWORD',
      'ARTEL_PORT',
      'ARTEL_SERVICE_HOST',
      'npm_config_loglevel',
    ]
    expect(warnOfNames(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })

  test('name a misspelt variable together with the missing SECRET_KEY', () => {
    const env = { DATABASE_URL: 'postgres://localhost/a', SECRET_KEI: 'x'.repeat(32) }
    expect(() => readSettings(env)).toThrow(/^SECRET_KEY must be given.*SECRET_KEI is no setting/)
  })

  test('accept a database URL with a socket folder', () => {
    const url = 'postgres://artel@/artel?host=/run/postgresql'
    expect(readSettings({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) }).databaseUrl).toBe(url)
  })

  test('read all data of a bucket from one URL', () => {
    const url = 'https://AKIA:a%2Fb%2Bc@storage.example:9000/artel-media/crew/one?region=ru-central1'
    expect(readSettings({ S3_URL: url }).s3).toEqual({
      endpoint: 'https://storage.example:9000',
      region: 'ru-central1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
      bucket: 'artel-media',
      prefix: 'crew/one/',
    })
    expect(readSettings({ S3_URL: 'http://k:s@127.0.0.1:9000/media' }).s3).toMatchObject({
      region: 'us-east-1',
      prefix: '',
    })
  })

  test('do not show the secret of a rejected URL', () => {
    const S3_URL = 'https://key:the-secret@s3.example/Bucket'
    expect(() => readSettings({ S3_URL })).toThrow(/^(?!.*the-secret).*$/)
  })

  test('remove the last slash of APP_URL', () => {
    expect(readSettings({ APP_URL: 'https://artel.example/' }).appUrl).toBe('https://artel.example')
  })
})
