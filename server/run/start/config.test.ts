import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { servingOn } from './cluster-settings.ts'

test('with nothing set, Kashkool serves this machine from its own database', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: resolve('data'),
    dataDirNamed: false,
    databaseUrl: null,
    migrateUrl: null,
    paymentHosts: {
      'accept.paymob.com': 'https://accept.paymob.com',
      'ksa.paymob.com': 'https://ksa.paymob.com',
      'uae.paymob.com': 'https://uae.paymob.com',
      'oman.paymob.com': 'https://oman.paymob.com',
      'api.moyasar.com': 'https://api.moyasar.com',
    },
    pool: 10,
    directUrl: null,
    replicaUrl: null,
    drainPause: 0,
    prepares: true,
    backup: null,
    retention: expect.objectContaining({ reads: 365, addresses: 90 }),
    metricsToken: null,
    requestLog: false,
    demo: null,
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    trustProxy: null,
    secret: null,
    serving: 1,
    sms: { by: 'console' },
    smsCountries: ['EG'],
    smsInvitations: null,
    smsNotices: null,
    webhookHosts: [],
    signInHosts: [],
    push: { hosts: expect.arrayContaining(['fcm.googleapis.com']), contact: 'mailto:operator@kashkool.invalid' },
    secondFactor: null,
    commonPasswords: null,
    virusScanner: null,
    debtLimit: 50,
    limits: expect.objectContaining({ calls: { person: 3000, writes: 600, visitor: 600 }, studentCodes: 10 }),
    development: false,
  })
})

test('a setting left empty is not set', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'MIGRATE_URL',
    'DIRECT_URL',
    'REPLICA_URL',
    'DRAIN_PAUSE',
    'PREPARED_STATEMENTS',
    'DEMO',
    'PUBLIC_URL',
    'COMMON_PASSWORDS',
    'LIMITS',
    'TRUST_PROXY',
    'NODE_ENV',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

test('our origins follow the port, or the operator’s setting', () => {
  expect(readConfig({ PORT: '80' }).origins).toEqual(['http://localhost', 'http://127.0.0.1'])
  expect(readConfig({ PUBLIC_URL: 'https://School.example/, http://10.0.0.5:8080' }).origins).toEqual([
    'https://school.example',
    'http://10.0.0.5:8080',
  ])
})

test('tables are made as the owner of the database when one is named', () => {
  const [app, owner] = ['postgres://app@db/kashkool', 'postgres://owner@db/kashkool']
  const named = { DATABASE_URL: app, MIGRATE_URL: owner }
  expect(readConfig(named)).toMatchObject({
    databaseUrl: app,
    migrateUrl: owner,
    directUrl: null,
    prepares: true,
    drainPause: 5000,
  })
  const pooled = { ...named, DIRECT_URL: 'postgres://db:5432/kashkool' }
  expect(readConfig(pooled)).toMatchObject({ directUrl: pooled.DIRECT_URL, prepares: false })
  expect(readConfig({ ...pooled, PREPARED_STATEMENTS: 'on' })).toMatchObject({ prepares: true })
})

test('a proxy is trusted by address or by range', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, fd00::/8' }).trustProxy).toBe('10.0.0.1,fd00::/8')
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".'],
  [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535, not "65536".'],
  [{ PORT: '-1' }, 'PORT must be a number'],
  [{ DEBT_LIMIT: '-1' }, 'DEBT_LIMIT must be a number from 0 to 1000000, not "-1".'],
  [{ SECOND_FACTOR: 'on' }, 'SECOND_FACTOR must be "platform" or left out, not "on".'],
  [{ SMS_DELIVERY: 'http' }, 'SMS_URL must be the http or https address of the gateway.'],
  [{ DEMO: 'yes' }, 'DEMO must be "on" or "off", not "yes".'],
  [{ DATABASE_URL: 'mysql://db/kashkool' }, 'DATABASE_URL must be an address such as postgres://'],
  [{ MIGRATE_URL: 'postgres://db/kashkool' }, 'MIGRATE_URL goes with DATABASE_URL, which is not set.'],
  [{ DIRECT_URL: 'postgres://db/kashkool' }, 'DIRECT_URL goes with DATABASE_URL, which is not set.'],
  [{ REPLICA_URL: 'postgres://db/kashkool' }, 'REPLICA_URL goes with DATABASE_URL, which is not set.'],
  [{ DIRECT_URL: 'postgres://me@db/kashkool' }, 'DIRECT_URL must be the place of the database alone'],
  [{ DATABASE_URL: 'postgres://db/kashkool' }, 'name the owner of the tables in MIGRATE_URL too'],
  [{ PUBLIC_URL: 'https://school.example/app' }, 'PUBLIC_URL must be a list of origins'],
  [{ PUBLIC_URL: 'school.example' }, 'PUBLIC_URL must be a list of origins'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a list of addresses'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be a list of addresses'],
  [{ TRUST_PROXY: '10.0.0.0/' }, 'TRUST_PROXY must be a list of addresses'],
])('%o is refused in a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  [1, true, 1],
  [2, true, 1],
  [4, true, 2],
  [8, true, 4],
  [2, false, 2],
  [8, false, 8],
])(
  'on %i cores, with the database on the same machine: %s, CLUSTER=auto means %i processes',
  (cores, here, processes) => expect(servingOn(cores, here)).toBe(processes),
)

test('a refusal does not repeat the password of the database', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres//me:s3cret@db/kashkool' })).toThrow(/^(?!.*s3cret)/)
})
