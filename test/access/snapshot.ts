import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { document, type Kept } from './table.ts'

const kept = new URL('./matrix.json', import.meta.url)
const page = new URL('../../docs/access.md', import.meta.url)

/** The reviewed table; written anew when RENEW_MATRIX is set. */
export function reviewed(table: Kept): { matrix: Kept; page: string } {
  if (process.env.RENEW_MATRIX) {
    writeFileSync(kept, `${JSON.stringify(table, null, 1)}\n`)
    writeFileSync(page, document(table))
  }
  return {
    matrix: existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {},
    page: existsSync(page) ? readFileSync(page, 'utf8') : '',
  }
}
