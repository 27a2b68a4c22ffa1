import type * as z from 'zod/mini'
import type { Access } from './access.ts'

/** How a list is answered: `paged`: 30 per page; `whole`: complete up to 5,000 rows unless a page is requested (api.md §6). */
export type Paging = 'paged' | 'whole'

/** One operation, as read by the server, the client, the access matrix and `/openapi.json`. */
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
  /** Whether its answer is one table with its own columns, which can be exported as a file like a list. */
  readonly table: boolean
  /** Whether it changes anything. Idempotency keys, the limit of writes and the state of the school then apply. */
  readonly writes: boolean
  /** Whether a write is allowed while the school is not active (api.md §12, schools). */
  readonly whileInactive: boolean
  /** Whether it contains secrets, so that its answer is never stored for a repeated key (api.md §8.2). */
  readonly secret: boolean
  /** The field by which a device identifies a write that it may send again after being offline; such a write happens once. */
  readonly onceBy: string | null
  /** The field that is meant if the body is not an object: a bare id or list means the same as the wrapped one. */
  readonly bare: string | null
  /** Fields that are accepted only if they equal the stored values; the call layer compares them (api.md §5.3). */
  readonly equal: readonly string[]
  /** The type of a body that is not JSON, with its own size limit (api.md §16.2). */
  readonly takes: { type: 'multipart/form-data'; bytes: number } | null
  /** The content types of an answer that is not JSON. */
  readonly gives: readonly string[]
  /** How long a call may take, in ms, if longer than usual. */
  readonly lasts?: number
  /** Whether a session that still needs a second proof may call it; only operations that give the proof. */
  readonly beforeProof: boolean
  /** The fields that name what is saved as a whole; only one save of it runs at a time. */
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
 * Declares one operation: its path as on the wire, who may call it, its input and its output. An access rule with a field that the input
 * does not have does not compile.
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
