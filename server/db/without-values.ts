import { refusedStatement } from './refused.ts'

/** What a log may contain of a problem. */
export type Loggable = { type: string; message: string; code?: string; stack: string; [more: string]: unknown }

/**
 * A problem for the log, without what stands in rows and requests. The database repeats values in its messages and details, such as a phone
 * number that is already taken; so do the errors of a text that is no JSON. Other properties of an error are left out too, because a
 * package may put anything there.
 */
export function withoutValues(problem: unknown): Loggable {
  if (!(problem instanceof Error)) return { type: typeof problem, message: '', stack: '' }
  const { message, cause, code } = problem as Error & { code?: unknown }
  const type = problem.constructor.name
  const stack = framesOf(problem)
  const refused = refusedStatement(problem)
  if (refused) return { ...refused, type, message: '', stack }
  return {
    type,
    message: problem instanceof SyntaxError ? '' : message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && { cause: withoutValues(cause) }),
    ...(problem instanceof AggregateError && { errors: problem.errors.map(withoutValues) }),
  }
}

/** The same as lines of text. */
export function linesWithoutValues(problem: unknown): string {
  const { type, message, stack, ...more } = withoutValues(problem)
  return [`${type}${message ? `: ${message}` : ''} ${JSON.stringify(more)}`, stack].filter(Boolean).join('\n')
}

/** The first lines of a stack are the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
