import type { InputOf, Operation, OutputOf } from './operation.ts'
import { fromWire, toWire } from './wire-names.ts'

export type WireRequest = {
  method: 'GET' | 'POST'
  path: string
  body: unknown
  /** The longest time that the server may take, if the operation declares it. */
  lasts: number | undefined
  key?: string
  signal?: AbortSignal
}

/** An answer. `total` is the header X-Total-Count; null if the answer is not a list. */
export type Answered = { status: number; body: unknown; total?: number | null }

/** A refusal with the server's sentence (api.md §4). `errors` by wire field; `current` is the row as stored now. */
export class Refused extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly current: unknown
  readonly retryAfter: number | null

  constructor(
    status: number,
    sentence: string,
    more: { errors?: Record<string, string[]>; current?: unknown; retryAfter?: number | null } = {},
  ) {
    super(sentence)
    this.status = status
    this.errors = more.errors ?? {}
    this.current = more.current
    this.retryAfter = more.retryAfter ?? null
  }
}

/** The rows of a list, with their number over all pages. */
export type Listed<O extends Operation> = { rows: OutputOf<O>; total: number | null }

/**
 * Turns a function that sends requests into typed calls: it converts names to those of the wire, and back in the answer. Throws `Refused`.
 */
export function caller(send: (sent: WireRequest) => Promise<Answered>) {
  async function listed<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options: { key?: string; signal?: AbortSignal } = {},
  ): Promise<Listed<O>> {
    const { method, path, lasts } = operation
    const sent = { method, path, lasts, body: toWire(operation.input, input) }
    const { body, total = null } = await send({ ...sent, ...options })
    return { rows: fromWire(operation.output, body) as OutputOf<O>, total }
  }

  const call = async <O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options?: { key?: string; signal?: AbortSignal },
  ) => (await listed(operation, input, options)).rows

  return Object.assign(call, { listed })
}
