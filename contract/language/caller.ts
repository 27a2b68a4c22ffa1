import type { InputOf, Operation, OutputOf } from './operation.ts'
import { fromWire, toWire } from './wire-names.ts'

export type WireRequest = {
  method: 'GET' | 'POST'
  path: string
  body: unknown
  /** The longest that the server takes, where the operation names it. */
  lasts: number | undefined
  key?: string
  signal?: AbortSignal
}

/** What came back: `total` is the header X-Total-Count, null where the answer is no list. */
export type Answered = { status: number; body: unknown; total?: number | null }

/** A refusal with the server's sentence (api.md §4). `errors` by wire field; `current` the row as it is stored now. */
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

/** A list's rows beside how many there are in all pages. */
export type Listed<O extends Operation> = { rows: OutputOf<O>; total: number | null }

/** Turns a way of sending into typed calls: names are put on the wire, the answer's names taken off it. Throws `Refused`. */
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
