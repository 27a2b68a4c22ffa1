import pg from 'pg'
import { forCitus, nameAsOnOneServer } from './for-citus.ts'

// Adapts the messages between a process and a database with Citus. Loaded before all other code of the process.
type Wire = { query: (text: string) => void; parse: (asked: { text: string }) => void }
const wire = (pg as unknown as { Connection: { prototype: Wire } }).Connection.prototype
const { query, parse } = wire
wire.query = function (text) {
  return query.call(this, forCitus(text))
}
wire.parse = function (asked) {
  return parse.call(this, { ...asked, text: forCitus(asked.text) })
}

type Client = { _handleErrorMessage: (problem: { message: string }) => void }
const clients = pg.Client.prototype as unknown as Client
const { _handleErrorMessage: hear } = clients
clients._handleErrorMessage = function (problem) {
  nameAsOnOneServer(problem)
  return hear.call(this, problem)
}
