import type { AnySchool, InSchool, Platform } from '#contract/language/access.ts'
import type { Operation, OutputOf, Paging, ReadInputOf } from '#contract/language/operation.ts'
import type { Caller, Scope, ScopeAcross } from '#server/access/caller.ts'
import type { Db } from '#server/db/db.ts'
import type { Page, PageRequest } from '#server/db/page.ts'
import type { Http } from './http.ts'

/** The arguments of an operation's function: exactly what its declared access guarantees. */
export type Context<O extends Operation> = {
  /** The transaction of this call; a refusal rolls it back. */
  db: Db
  input: ReadInputOf<O>
  /** The requested page of a list. */
  page: PageRequest
  /** When the call arrived: one instant for everything that it decides. */
  now: Date
  user: O['access'] extends { to: 'anyone' | 'selfOrGrant' } ? Caller | null : Caller
  http: Http
  /** Records that a named student's records are read, unless by a parent of the student (api.md §8.6, §9); the school is that of the call. */
  readsStudent: (studentId: string, schoolId?: string) => void
  /** Writes the audit line for a change of rights, money or links, or for a removal: its object and its school. */
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

/** What an operation's function answers: its output, or the rows of one page of it with the count of all. */
export type Result<O extends Operation> = O['paging'] extends Paging
  ? Page<OutputOf<O> extends readonly (infer Row)[] ? Row : never>
  : OutputOf<O>

/** A function for every operation of a domain; one that is missing or of the wrong shape does not compile. */
export type Implementation<Domain extends Record<string, Operation>> = {
  [Name in keyof Domain]: (
    context: Context<Domain[Name]>,
  ) => Promise<Result<Domain[Name]> | Outside<Result<Domain[Name]>>>
}

/** Long work outside any transaction, and what follows it in a second transaction. */
export type Outside<R = unknown> = {
  outside: () => Promise<unknown>
  next: (context: Again, computed: unknown) => Promise<R>
}

/** The arguments that the second transaction provides anew. */
export type Again = Pick<Context<Operation>, 'db' | 'audit'>

/**
 * Ends the transaction of a call with nothing stored, computes without a connection, and continues in a second transaction, so that a
 * call which waits for its turn to compute does not occupy a connection. What was read before may have changed.
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

/** Answers a contract: a function for each of its operations, or a function that makes them from the parts of the installation. */
export const implement = <Contract extends Record<string, Operation>, Needs = unknown>(
  contract: Contract,
  functions: Implementation<Contract> | ((needs: Needs) => Implementation<Contract>),
): Domain<Needs> => ({
  contract,
  functions: typeof functions === 'function' ? functions : () => functions,
})
