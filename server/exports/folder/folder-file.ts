import { Worker } from 'node:worker_threads'
import { harmless } from '#server/exports/files.ts'
import type { Tables } from './one-roster.ts'

const rowsAtOnce = 2000

/** Tables as CSV files in an archive. */
export async function zipOfTables(tables: Tables): Promise<Buffer> {
  const files: Record<string, string> = {}
  for (const [name, rows] of Object.entries(tables)) files[`${name}.csv`] = await textOf(rows)
  return packed(files)
}

/** RFC 4180 without a byte order mark, which readers of such folders do not expect; others have a turn between. */
async function textOf(rows: string[][]) {
  let text = ''
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    for (const cells of rows.slice(from, from + rowsAtOnce)) text += `${cells.map(quoted).join(',')}\r\n`
    await new Promise((next) => setImmediate(next))
  }
  return text
}

/** Empty cells stay empty. A phone of another country is no formula, and programs compare it as it is. */
function quoted(cell: string) {
  if (cell === '') return ''
  const text = /^\+[\d ()]+$/.test(cell) ? cell : harmless(cell)
  return /^[\w .:-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}

const packed = (files: Record<string, string>) =>
  new Promise<Buffer>((done, failed) => {
    const worker = new Worker(new URL('archive.mjs', import.meta.url), { workerData: files })
    worker.once('message', (content: Uint8Array) => done(Buffer.from(content)))
    worker.once('error', failed)
    worker.once('exit', () => failed(new Error('The archive was not written')))
  })
