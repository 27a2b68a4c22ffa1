import type pg from 'pg'
import { unnamedOf } from '#test/by-school/statements.ts'
import { waysWithoutSchool } from '#test/by-school/ways.ts'

/**
 * The test that notices statements which read a table without its school, if it notices all of these: those of a table that
 * every statement names with its school. It reads them as they are sent, whatever rows there are.
 */
export async function readWithoutSchool(owner: pg.Client, texts: string[]): Promise<string | null> {
  for (const text of texts) {
    const { ways } = await unnamedOf(owner, [text])
    if (![...ways.keys()].some((table) => !waysWithoutSchool.has(table))) return null
  }
  return texts.length > 0 ? 'test/statements-by-school.test.ts' : null
}
