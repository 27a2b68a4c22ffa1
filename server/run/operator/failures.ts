import { Damaged } from '#server/run/backup/sealed-stream.ts'
import { isLockedByOthers, isLost } from '#server/db/lost.ts'
import { refusedStatement } from '#server/db/refused.ts'
import { linesWithoutValues } from '#server/db/without-values.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { FoundWrong } from './command.ts'

/** What an operator reads when a command could not be done. Only an error of ours has a stack, because the operator reports it to us. */
export function failureOf(problem: unknown): string {
  if (problem instanceof CannotStart || problem instanceof FoundWrong || problem instanceof Damaged)
    return problem.message
  if (isLost(problem))
    return `The database does not answer any more: ${messageOf(problem)}. Look whether it runs; what was not stored yet is not stored.`
  if (isLockedByOthers(problem))
    return 'Others are working on the same rows, and they took too long. Nothing was stored; run the command again.'
  const statement = refusedStatement(problem)
  if (statement && environmental.test(statement.code)) return `The database cannot do this: ${statement.message}.`
  if (isOfSystem(problem)) return `The system does not allow this: ${problem.message}`
  return `This is an error of Kashkool itself. Please report it, with the lines that follow.\n${linesWithoutValues(problem)}`
}

/** Sign-in, rights, a missing database, and no room for connections, memory or files. */
const environmental = /^(28|42501|3D|53)/

const messageOf = (problem: unknown) => {
  const { message, code } = problem as NodeJS.ErrnoException
  return message || code
}

/** An error of a file or a connection, such as a full disk. */
const isOfSystem = (problem: unknown): problem is NodeJS.ErrnoException =>
  problem instanceof Error && typeof (problem as NodeJS.ErrnoException).syscall === 'string'
