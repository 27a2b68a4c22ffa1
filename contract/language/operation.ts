import type * as z from 'zod/mini'
import type { Access } from './access.ts'

/** How a list is answered: `paged` 30 a page, `whole` complete up to 5,000 rows unless a page is given (api.md §6). */
export type Paging = 'paged' | 'whole'

/** One operation as both sides, the access matrix and `/openapi.json` read it. */
export type Operation<
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.ZodMiniType = z.ZodMiniType,
  A = Access,
  P = Paging | null,
> = {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly access: A
  readonly input: I
  readonly output: O
  readonly paging: P
  /** Whether its answer is one table with columns of its own, which can be taken as a file like a list. */
  readonly table: boolean
  /** Whether it changes anything: idempotency keys, the limit of writes and the state of the school count for it. */
  readonly writes: boolean
  /** Whether a write is allowed while the school is not active (api.md §12, schools). */
  readonly whileInactive: boolean
  /** Whether it carries secrets, so that its answer is never kept for a repeated key (api.md §8.2). */
  readonly secret: boolean
  /** The field by which a device names what it may send again, when it was offline; such a write happens once. */
  readonly onceBy: string | null
  /** The field that a body which is no object stands for: a bare id or list means the same as the wrapped one. */
  readonly bare: string | null
  /** Fields accepted only when equal to what is stored; the layer compares them (api.md §5.3). */
  readonly equal: readonly string[]
  /** What goes in where it is no JSON, with a limit of its own (api.md §16.2). */
  readonly takes: { type: 'multipart/form-data'; bytes: number } | null
  /** The content types of what comes out where it is no JSON. */
  readonly gives: readonly string[]
  /** How long a call may take, in ms, where that is longer than usual. */
  readonly lasts?: number
  /** Whether a session may call it that still needs a second proof: only what gives that proof. */
  readonly beforeProof: boolean
  /** The fields that name what is saved as a whole: only one save of it runs at a time. */
  readonly sheet?: readonly string[]
}

type Declared<I extends z.ZodMiniObject, O extends z.ZodMiniType, A, P> = {
  path: string
  access: A & Access<Extract<keyof z.output<I>, string>>
  input: I
  output: O
  method?: 'GET'
  paging?: P
  table?: true
  writes?: true
  whileInactive?: true
  secret?: true
  beforeProof?: true
  onceBy?: Extract<keyof z.output<I>, string>
  bare?: string
  equal?: readonly Extract<keyof z.output<I>, string>[]
  takes?: Operation['takes']
  gives?: readonly string[]
  lasts?: number
  sheet?: readonly Extract<keyof z.output<I>, string>[]
}

/**
 * Declares one operation: its path as the wire spells it, who may call it, what goes in and what comes out.
 * Access that names a field the input lacks does not compile.
 */
export const operation = <
  I extends z.ZodMiniObject,
  O extends z.ZodMiniType,
  const A extends Access,
  const P extends Paging | null = null,
>(
  declared: Declared<I, O, A, P>,
): Operation<I, O, A, P> => ({
  method: 'POST',
  table: false,
  writes: false,
  whileInactive: false,
  secret: false,
  beforeProof: false,
  onceBy: null,
  bare: null,
  equal: [],
  takes: null,
  gives: [],
  ...declared,
  paging: declared.paging ?? (null as P),
})

/** The input as a client passes it. */
export type InputOf<O extends Operation> = z.input<O['input']>

/** The output as a client receives it and as the operation's function returns it. */
export type OutputOf<O extends Operation> = z.output<O['output']>

/** The input as the operation's function gets it, after validation. */
export type ReadInputOf<O extends Operation> = z.output<O['input']>
