import { refusedStatement } from './refused.ts'

/** Whether an error means that the connection or the whole database was lost, not that a statement was refused. */
export function isLost(problem: unknown): boolean {
  if (problem instanceof DatabaseAway) return true
  const refused = refusedStatement(problem)
  if (refused) return lostCodes.test(refused.code)
  return problem instanceof Error && (unreachable.test(codeOf(problem)) || connectionLost.test(problem.message))
}

/** Thrown without a query while the database is known to be unavailable. */
export class DatabaseAway extends Error {
  constructor() {
    super('The database is away')
  }
}

const codeOf = (problem: Error) => String((problem as { code?: string }).code)

/** Connection failures, and a server that is shutting down, starting or crashed. */
const lostCodes = /^(08|57P0)/

/**
 * Messages of the system for a host or a port that does not answer; a message may be empty, as for a name with two
 * addresses.
 */
const unreachable = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/

/** Messages of the driver that have no code, for a connection that was lost or could not be opened. */
const connectionLost =
  /Query read timeout|Connection terminated|ENOENT.*\.s\.PGSQL|Client has encountered a connection error|connection timeout/i

/** Whether a statement failed because of locks of other transactions, so that it may be repeated. */
export const isLockedByOthers = (problem: unknown) => ['55P03', '40P01'].includes(refusedStatement(problem)?.code ?? '')

/** The driver's message when all connections are in use for too long. */
export const isPoolFull = (problem: unknown) =>
  problem instanceof Error && problem.message.includes('timeout exceeded when trying to connect')
