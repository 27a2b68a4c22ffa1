import type { AnySchool, InSchool, Platform } from '#contract/language/access.ts'
import type { Operation, OutputOf, Paging, ReadInputOf } from '#contract/language/operation.ts'
import type { Caller, Scope, ScopeAcross } from '#server/access/caller.ts'
import type { Db } from '#server/db/db.ts'
import type { Page, PageRequest } from '#server/db/page.ts'
import type { Http } from './http.ts'

/** The arguments of an operation's function. They contain exactly what the declared access guarantees. */
export type Context<O extends Operation> = {
  /** The transaction of this call; a refusal rolls it back. */
  db: Db
  input: ReadInputOf<O>
  /** The requested page of a list. */
  page: PageRequest
  /** When the call arrived. All decisions of the call use this instant. */
  now: Date
  user: O['access'] extends { to: 'anyone' | 'selfOrGrant' } ? Caller | null : Caller
  http: Http
  /**
   * Records that the records of a named student are read, unless the reader is a parent of the student (api.md §8.6, §9). The
   * school is the one of the call.
   */
  readsStudent: (studentId: string, schoolId?: string) => void
  /** Writes the audit line for a removal, or a change of rights, money or links, with its object and its school. */
  audit: (targetKind: string, targetId: string, schoolId?: string | null, detail?: { rows: number }) => Promise<void>
} & Dated<ScopeOf<O['access']>>

/** A scope whose school has its current civil day. */
export type Dated<S> = S extends { school: infer School }
  ? Omit<S, 'school'> & { school: School extends object ? School & { today: string } : School }
  : S

type ScopeOf<A> = A extends InSchool
  ? Scope
  : A extends AnySchool
    ? ScopeAcross
    : A extends Platform<infer Field>
      ? { school: [Field] extends [never] ? null : Scope['school'] }
      : object

/** The result of an operation's function: its output, or the rows of one page with the total count. */
export type Result<O extends Operation> = O['paging'] extends Paging
  ? Page<OutputOf<O> extends readonly (infer Row)[] ? Row : never>
  : OutputOf<O>

/** A function for every operation of a domain. A missing or wrongly typed function does not compile. */
export type Implementation<Domain extends Record<string, Operation>> = {
  [Name in keyof Domain]: (
    context: Context<Domain[Name]>,
  ) => Promise<Result<Domain[Name]> | Outside<Result<Domain[Name]>>>
}

/** Long work outside any transaction, and the work that follows it in a second transaction. */
export type Outside<R = unknown> = {
  outside: () => Promise<unknown>
  next: (context: Again, computed: unknown) => Promise<R>
}

/** The arguments that are new in the second transaction. */
export type Again = Pick<Context<Operation>, 'db' | 'audit'>

/**
 * Ends the transaction of a call without storing anything, computes without a connection, and continues in a second
 * transaction. This way, a call that waits for its turn to compute does not occupy a connection. Data that was read before may
 * have changed.
 */
export const outside = <C, R>(
  compute: () => Promise<C>,
  next: (context: Again, computed: C) => Promise<R>,
): Outside<R> => ({ outside: compute, next: (context, computed) => next(context, computed as C) })

export const isOutside = (result: unknown): result is Outside =>
  typeof result === 'object' && result !== null && 'outside' in result && 'next' in result

/** Declared operations with the functions that answer them. `Needs`: the parts of the installation that the functions require. */
export type Domain<Needs = unknown> = {
  contract: Record<string, Operation>
  functions: (needs: Needs) => Record<string, Run>
}

// `implement` checks the types of each operation; the list of all operations accepts any function.
export type Run = (context: any) => Promise<unknown>

/**
 * Implements a contract, with a function for each operation, or with a function that creates these from the parts of the
 * installation.
 */
export const implement = <Contract extends Record<string, Operation>, Needs = unknown>(
  contract: Contract,
  functions: Implementation<Contract> | ((needs: Needs) => Implementation<Contract>),
): Domain<Needs> => ({
  contract,
  functions: typeof functions === 'function' ? functions : () => functions,
})
