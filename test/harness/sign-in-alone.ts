import { secretsOf } from '#server/base/secrets.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { journeys } from '#server/platform/sign-in/journeys.ts'
import { clock } from '#test/world/clock.ts'

/** Takes one person who comes back from a provider as a process of its own, which a test kills: says that it begins, and answers nobody. */
const { connection, key, hosts, origin, cookie, answer, secret } = JSON.parse(process.argv[2]!) as {
  connection: Parameters<typeof openDb>[0]
  key: string
  hosts: string[]
  origin: string
  cookie: string
  answer: string
  secret: string | null
}
const secrets = secretsOf(Buffer.from(key, 'base64'))
const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
const returning = journeys({ db, clock, secrets, signIn: { hosts, origin }, warn: () => {} })
process.send!('begins')
const http = { secret, userAgent: '', address: '127.0.0.1', requestId: crypto.randomUUID() }
await returning.end(cookie, new URLSearchParams(answer), http as unknown as Parameters<typeof returning.end>[2])
process.send!('stored')
setInterval(() => {}, 1000)
