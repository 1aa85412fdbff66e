import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

describe('settings', () => {
  test('take push services of the operator’s own, each with its port', () => {
    const hosts = readSettings({ PUSH_HOSTS: 'Push.example.com, push.example.com:8443' }).pushHosts
    expect(hosts).toEqual(['push.example.com', 'push.example.com:8443'])
    expect(readSettings({}).pushHosts).toEqual([])
  })

  test('have defaults for all but what a server of one’s own needs', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: undefined,
      loadDemo: true,
      isProduction: false,
      trustProxy: false,
    })
  })

  test.each([
    [{ NODE_ENV: 'production' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ DATABASE_URL: 'postgres://localhost/a', SECRET_KEY: 'x'.repeat(32) }, false],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
    [{ DEMO: '' }, true],
  ])('with %j the demo company is loaded: %s', (env, loadDemo) => {
    expect(readSettings(env).loadDemo).toBe(loadDemo)
  })

  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PUSH_HOSTS: 'https://push.example.com' }, 'PUSH_HOSTS'],
    [{ PUSH_HOSTS: 'push.example.com, user@push.example.com' }, 'PUSH_HOSTS'],
    [{ PUSH_HOSTS: 'push.example.com:443' }, 'PUSH_HOSTS'],
    [{ PORT: '65536' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/a' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/a' }, 'SECRET_KEY'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ APP_URL: 'artel.example' }, 'APP_URL'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ ROLE: 'cron' }, 'ROLE'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Artel' }, 'MAIL_FROM'],
    [{ S3_URL: 's3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://s3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example/Bucket' }, 'S3_URL'],
    [{ S3_URL: 'ftp://key:secret@s3.example/bucket' }, 'S3_URL'],
    [{ S3_URL: 'https://key:secret@s3.example/bucket?acl=public' }, 'S3_URL'],
    [{ WILDBERRIES_PUBLIC: 'no' }, 'WILDBERRIES_PUBLIC'],
    [{ WILDBERRIES_CARD_URL: 'card.example' }, 'WILDBERRIES_CARD_URL'],
    [{ RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
  ])('%j is refused by the name of %s, on one line', (env, name) => {
    const read = () => readSettings(env)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
  })

  test('a database may be named by the folder of its socket', () => {
    const url = 'postgres://artel@/artel?host=/run/postgresql'
    expect(readSettings({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) }).databaseUrl).toBe(url)
  })

  test('a bucket is named by one address', () => {
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

  test('a secret is not told where its address is refused', () => {
    const S3_URL = 'https://key:the-secret@s3.example/Bucket'
    expect(() => readSettings({ S3_URL })).toThrow(/^(?!.*the-secret).*$/)
  })

  test('a path of the app’s address ends without a slash', () => {
    expect(readSettings({ APP_URL: 'https://artel.example/' }).appUrl).toBe('https://artel.example')
  })
})
