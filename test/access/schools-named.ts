import type pg from 'pg'
import { unnamedOf } from '#test/by-school/statements.ts'
import { waysWithoutSchool } from '#test/by-school/ways.ts'

/**
 * The test that notices statements which read a table without its school, if it notices all of these (only for tables that every statement reads with
 * the school). It checks the text of sent statements, whatever rows exist.
 */
export async function readWithoutSchool(owner: pg.Client, texts: string[]): Promise<string | null> {
  for (const text of texts) {
    const { ways } = await unnamedOf(owner, [text])
    if (![...ways.keys()].some((table) => !waysWithoutSchool.has(table))) return null
  }
  return texts.length > 0 ? 'test/by-school/statements-by-school.test.ts' : null
}
