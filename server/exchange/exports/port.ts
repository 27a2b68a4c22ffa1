import type { Run } from '#server/call/implement.ts'
import type { Called } from '#server/call/serve.ts'

/** A file that is ready to be sent. */
export type SentFile = { name: string; type: string; content: Buffer | string }

/** Makes a file from its content in a worker thread; stops when the caller no longer waits. */
export type MakeFile = (script: URL, content: unknown) => Promise<Buffer>

export type FileOf = (answer: unknown, make: MakeFile) => Promise<SentFile>

/** What the routes need from the domain of exports. */
export type Exports = {
  /** Finds the list that a request names and the operation that reads the whole list; then creates a file of its rows. */
  list: () => { exactly: NonNullable<Called['exactly']>; run: Run; file: FileOf }
  template: () => { run: Run; file: FileOf }
  folder: () => { run: Run; file: FileOf }
}
