import pg from 'pg'
import { batches } from '#server/db/batch.ts'
import {
  carrySettings,
  lockedByAdvice,
  nameAsOnOneServer,
  tellsSettings,
  wakesWorkers,
  withColumn,
} from './for-citus.ts'

// Loaded before each test file that runs on Citus (bin/test-citus.ts).
const { ask } = batches
batches.ask = function (asked) {
  const answer = ask.call(this, { ...asked, text: lockedByAdvice(withColumn(asked.text)) })
  answer.catch(nameAsOnOneServer)
  if (tellsSettings(asked.text)) carrySettings((text) => ask.call(this, { text, values: [] }))
  if (wakesWorkers(asked.text)) ask.call(this, { text: 'notify jobs', values: [] }).catch(() => {})
  return answer
}

// What tests and workers ask by clients of their own.
const clients = pg.Client.prototype as unknown as { query: (this: pg.Client, ...asked: unknown[]) => unknown }
const { query } = clients
clients.query = function (asked, ...more) {
  return query.call(this, typeof asked === 'string' ? withColumn(asked) : asked, ...more)
}
