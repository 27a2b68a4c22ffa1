import pg from 'pg'
import { nameInProduct } from './names.ts'
import { parserOf } from './values.ts'

/**
 * A statement with its values. With a name, it is prepared once for each connection; without a name, it is planned at each
 * call.
 */
export type BatchedStatement = { text: string; name?: string | undefined; values: unknown[] }

type Row = Record<string, unknown>

/** How the rows of a statement are read: the names of the columns in our code, and a parser for each column. */
export type Shape = { names: string[]; parsers: ((text: string) => unknown)[] }

/** The rows as the database sent them. */
export type RawRows = (string | null)[][]

export type Answer = { command: string | null; rowCount: number | null; raw: RawRows; shape: Shape }

type Waiting = BatchedStatement & {
  answer: Answer
  resolve: (answer: Answer) => void
  reject: (problem: unknown) => void
}

/** Parts of a connection and a query that pg's types do not declare. */
type Wire = {
  stream: { write: (bytes: Buffer) => void }
  submittedNamedStatements: Record<string, string>
  describe: (what: unknown) => void
  _send: (bytes: Buffer) => void
  sync: () => void
}
type Field = { name: string; dataTypeID: number }
type Inner = {
  text: string | undefined
  name: string | undefined
  values: unknown[]
  callback?: (problem: unknown) => void
  prepare: (wire: Wire) => void
}

const none: Shape = { names: [], parsers: [] }

/** In ms. An answer that is later than the time limit of its statement by this much will not arrive any more. */
export const lateAfter = 2000

/**
 * Statements that are sent to the database in one message and answered in one message. If one fails, the ones after it fail
 * too. pg would send, flush and describe each statement separately, which costs both sides more than most of our statements
 * themselves.
 */
export class Batch extends pg.Query {
  readonly #statements: Waiting[] = []
  #at = 0
  #wire: Wire | null = null
  /** Read by pg: without an answer after this many ms, the connection counts as lost. Undefined: the limit of the pool. */
  query_timeout: number | undefined

  constructor() {
    super('')
  }

  /** Allows a statement of this batch to take this many ms. */
  waitsFor(ms: number) {
    this.query_timeout = ms + lateAfter
  }

  ask(statement: BatchedStatement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const answer = { command: null, rowCount: null, raw: [], shape: none }
      this.#statements.push({ ...statement, answer, resolve, reject })
    })
  }

  override submit = (connection: unknown) => {
    const wire = connection as Wire
    const memory = memoryOf(wire)
    this.#wire = wire
    for (const { text, name, values, answer } of this.#statements) {
      Object.assign(this.#inner, { text, name, values })
      const shape = name ? memory.shapes.get(name) : undefined
      if (shape) answer.shape = shape
      memory.describes = !shape
      this.#inner.prepare(memory.recorder)
    }
    wire.sync.call(memory.recorder)
    const parts = memory.parts.splice(0)
    // If one statement could not be written, all of them have already failed.
    if (!this.#expected) return
    this.#expect()
    wire.stream.write(Buffer.concat(parts))
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    const shape = {
      names: fields.map(({ name }) => nameInProduct(name)),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    }
    const { name, answer } = this.#expected!
    answer.shape = shape
    if (name) memoryOf(this.#wire!).shapes.set(name, shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#expected?.answer.raw.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    const { answer, resolve } = this.#expected!
    const [command, ...counts] = text.split(' ')
    answer.command = command!
    if (counts.length > 0) answer.rowCount = Number(counts.at(-1))
    this.#at++
    this.#expect()
    resolve(answer)
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' })
  }

  handleError(problem: unknown) {
    const failed = this.#statements.slice(this.#at)
    this.#at = this.#statements.length
    for (const { name, reject } of failed) {
      if (name && this.#wire) delete this.#wire.submittedNamedStatements[name]
      reject(problem)
    }
    this.#inner.callback?.(problem)
  }

  handleReadyForQuery() {
    this.#inner.callback?.(null)
  }

  get #inner() {
    return this as unknown as Inner
  }

  get #expected() {
    return this.#statements[this.#at]
  }

  /** Sets the text and name of the statement whose answer is next, because pg reads them. */
  #expect() {
    Object.assign(this.#inner, { text: this.#expected?.text, name: this.#expected?.name })
  }
}

/** Every batch calls this method, so that tests can observe or replace statements. */
export const batches = Batch.prototype as { ask: (this: Batch, statement: BatchedStatement) => Promise<Answer> }

/** The columns of the statements that a connection has prepared, and the bytes that are collected to be sent together. */
type Memory = { shapes: Map<string, Shape>; recorder: Wire; parts: Buffer[]; describes: boolean }

const memories = new WeakMap<Wire, Memory>()

function memoryOf(wire: Wire): Memory {
  const known = memories.get(wire)
  if (known) return known
  const memory: Memory = { shapes: new Map(), recorder: Object.create(wire), parts: [], describes: true }
  memory.recorder._send = (bytes) => void memory.parts.push(bytes)
  memory.recorder.sync = () => {}
  memory.recorder.describe = (what) => memory.describes && wire.describe.call(memory.recorder, what)
  memories.set(wire, memory)
  return memory
}

/** Creates new rows for each reader. */
export const rowsOfAnswer = ({ raw, shape: { names, parsers } }: Pick<Answer, 'raw' | 'shape'>): Row[] =>
  raw.map((fields) => {
    const row: Row = {}
    for (let at = 0; at < names.length; at++) {
      const text = fields[at]!
      row[names[at]!] = text === null ? null : parsers[at]!(text)
    }
    return row
  })
