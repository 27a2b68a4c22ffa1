import { secretsOf } from '#server/base/secrets.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { takeCallback } from '#server/money/online/callbacks.ts'
import { onlineOf } from '#server/run/start/provided.ts'
import { clock } from '#test/world/clock.ts'

/** Takes one callback as a process of its own, which a test kills: tells that it begins, and answers nobody. */
const { connection, key, callback } = JSON.parse(process.argv[2]!) as {
  connection: Parameters<typeof openDb>[0]
  key: string
  callback: { accountId: string; body: string; hmac: string }
}
const secrets = secretsOf(Buffer.from(key, 'base64'))
const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
process.send!('begins')
await takeCallback(
  {
    db,
    clock,
    online: onlineOf({ origins: ['http://localhost:3000'] }, secrets),
    refused: async () => {},
    alarm: () => {},
  },
  {
    accountId: callback.accountId,
    rawBody: Buffer.from(callback.body),
    query: { hmac: callback.hmac },
    headers: {},
  },
)
process.send!('stored')
setInterval(() => {}, 1000)
