import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { daysFrom } from '#server/base/days.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { newSigningSecret } from '#server/platform/connections/outgoing/signature.rules.ts'
import { sealedSecret } from '#server/platform/connections/webhooks.rules.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const schoolId = schools.nile.id
const key = `
insert into program_keys (school_id, id, name, secret_hash, scopes, ends_on, made_by, created_at, last_used_at)
values ($1, $2, 'منصة التعلم', $3, '{oneroster,contacts,gradebook,calendar}', $4, $5, $6, $7)`
/** Platforms find teachers by their addresses, which belong to nobody here. */
const addresses = `
update users u set email = 'staff-' || right(replace(u.id::text, '-', ''), 4) || '@nile.example'
from school_teachers t where t.school_id = $1 and t.teacher_id = u.id and u.email is null`
const use = 'insert into program_uses (school_id, key_id, day, calls, rows) values ($1, $2, $3, 18, 2140)'
const hook = `
insert into webhooks (school_id, id, name, url, events, sealed, made_by, active, created_at, delivered_at)
values ($1, $2, 'حافلات المدرسة', 'https://buses.example/kashkool', '{student.changed,class.changed}', $3, $4, false, $5, $6)`
const delivery = `
insert into webhook_deliveries (school_id, id, webhook_id, event, data, created_at, attempts, next_try_at, delivered_at, tried_at, answer)
values ($1, $2, $3, 'student.changed', $4, $5, 1, $5, $5, $5, 204)`

/**
 * A learning platform reads of the first school, and a bus company was notified of changes until its webhook was switched off, so that nothing
 * is sent anywhere. Nobody has the secrets: whoever wants to try makes a key.
 */
export const connectDemo = (owner: pg.ClientConfig, secrets: Secrets, now: Date, today: string) =>
  withClient(owner, async (client) => {
    const before = (hours: number) => new Date(+now - hours * 3_600_000)
    const madeBy = people.manager.id
    const [keyId, webhookId] = [newId(), newId()]
    await client.query('begin')
    await client.query(key, [schoolId, keyId, randomBytes(32), daysFrom(today, 300), madeBy, before(400), before(7)])
    await client.query(addresses, [schoolId])
    await client.query(use, [schoolId, keyId, daysFrom(today, -1)])
    const sealed = sealedSecret(secrets, newSigningSecret())
    await client.query(hook, [schoolId, webhookId, sealed, madeBy, before(400), before(30)])
    const data = JSON.stringify({ schoolId, studentIds: [students.omar.id] })
    await client.query(delivery, [schoolId, newId(), webhookId, data, before(30)])
    await client.query('commit')
  })
