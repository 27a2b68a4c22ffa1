import type { AnySchool, InSchool, Platform } from '#contract/language/access.ts'
import type { Operation, OutputOf, Paging, ReadInputOf } from '#contract/language/operation.ts'
import type { Caller, Scope, ScopeAcross } from '#server/access/caller.ts'
import type { Db } from '#server/db/db.ts'
import type { Page, PageRequest } from '#server/db/page.ts'
import type { Http } from './http.ts'

/** What an operation's function works with: exactly what its declared access promises. */
export type Context<O extends Operation> = {
  /** The transaction of this call; a refusal leaves nothing of it behind. */
  db: Db
  input: ReadInputOf<O>
  /** The requested page of a list. */
  page: PageRequest
  /** When the call came: one instant for everything it decides. */
  now: Date
  user: O['access'] extends { to: 'anyone' | 'selfOrGrant' } ? Caller | null : Caller
  http: Http
  /** Records that a named student's records are read, unless by a parent of the student (api.md §8.6, §9); the school is that of the call. */
  readsStudent: (studentId: string, schoolId?: string) => void
  /** Leaves the audit line of a write of rights, money or links, or of a removal: what it was done to, and in which school. */
  audit: (targetKind: string, targetId: string, schoolId?: string | null, detail?: { rows: number }) => Promise<void>
} & Dated<ScopeOf<O['access']>>

/** A scope whose school carries its civil day. */
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

/** Work that takes long, and what follows it in a transaction of its own. */
export type Outside<R = unknown> = {
  outside: () => Promise<unknown>
  next: (context: Again, computed: unknown) => Promise<R>
}

/** What the second transaction brings anew. */
export type Again = Pick<Context<Operation>, 'db' | 'audit'>

/**
 * Ends the transaction of a call, of which nothing is stored, computes without a connection, and goes on in another:
 * a person who waits for a turn to compute must not keep others from the database. What was read before may have changed.
 */
export const outside = <C, R>(
  compute: () => Promise<C>,
  next: (context: Again, computed: C) => Promise<R>,
): Outside<R> => ({ outside: compute, next: (context, computed) => next(context, computed as C) })

export const isOutside = (result: unknown): result is Outside =>
  typeof result === 'object' && result !== null && 'outside' in result && 'next' in result

/** Declared operations with the functions that answer them. `Needs`: what of the installation the functions work with. */
export type Domain<Needs = unknown> = {
  contract: Record<string, Operation>
  functions: (needs: Needs) => Record<string, Run>
}

// `implement` checks the types of each operation; the list of all operations accepts any function.
export type Run = (context: any) => Promise<unknown>

/** Answers a contract: a function for each of its operations, or what makes them from what the installation provides. */
export const implement = <Contract extends Record<string, Operation>, Needs = unknown>(
  contract: Contract,
  functions: Implementation<Contract> | ((needs: Needs) => Implementation<Contract>),
): Domain<Needs> => ({
  contract,
  functions: typeof functions === 'function' ? functions : () => functions,
})
