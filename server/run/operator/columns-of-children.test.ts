import { expect, test } from 'vitest'
import { ofChildren, ofNoChild } from '#test/world/columns-of-children.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { tablesElsewhere } from './child-elsewhere.queries.ts'
import { tablesKept, tablesOfChild } from './child-erasure.queries.ts'

const ask = sqlIn(await testDatabase())
const listed = (columns: Record<string, string>) => Object.values(columns).flatMap((text) => text.trim().split(/\s+/))

test('every column that takes a text is of a child, and exported and erased, or of no child', async () => {
  const found = await ask<{ place: string }>(
    `select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and c.relname <> all ($1)
       and format_type(a.atttypid, null) = any ('{text,text[],character varying,json,jsonb,bytea,uuid[]}') order by 1`,
    [['students', ...tablesOfChild, ...tablesKept]],
  )
  const columns = found.map(({ place }) => place)
  const all = [...listed(ofChildren), ...listed(ofNoChild)]
  expect(
    columns.filter((place) => !all.includes(place)),
    'these columns need a line in test/world/columns-of-children.ts',
  ).toEqual([])
  expect(all.filter((place) => !columns.includes(place))).toEqual([])
  expect(new Set(all).size).toBe(all.length)
})

test('what is erased of other tables is of a child', () => {
  const tables = new Set(listed(ofChildren).map((place) => place.split('.')[0]!))
  const besides = tablesElsewhere.filter((table) => !tablesOfChild.includes(table))
  expect([...tables].filter((table) => table !== 'audit_lines').toSorted()).toEqual(besides.toSorted())
})

test('every table that names a student is one that is erased or kept', async () => {
  const named = await ask<{ name: string }>(
    `select distinct c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname in ('student_id', 'student_ids', 'other_id') and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  expect(named.map(({ name }) => name).toSorted()).toEqual(
    [...tablesOfChild, ...tablesKept, 'post_readers', 'fee_receipts'].toSorted(),
  )
})
