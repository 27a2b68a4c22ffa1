import { expect, test } from 'vitest'
import { sqlIn, testDatabase } from '#test/harness/database.ts'

// How far the schema is from being spread by school over several servers (docs/scale.md). Each list may only get shorter: what is
// new has the school in its keys, and a policy asks no table.
const sql = sqlIn(await testDatabase())

const words = (text: string) => text.trim().split(/\s+/)
const listed = async (text: string) => (await sql<{ name: string }>(text)).map(({ name }) => name).toSorted()

const hasSchool = (table: string) => `exists (
  select from pg_attribute a where a.attrelid = ${table} and a.attname = 'school_id' and not a.attisdropped)`
const inKey = (table: string, columns: string) => `exists (
  select from pg_attribute a where a.attrelid = ${table} and a.attname = 'school_id' and a.attnum = any (${columns}))`

test('primary keys of tables of a school have the school', async () => {
  // Their lines, pictures and announcements may belong to no school.
  const without = words('audit_lines audit_origins media outbox')
  const found = await listed(
    `select c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'p' and c.relnamespace = 'public'::regnamespace
       and ${hasSchool('c.oid')} and not ${inKey('c.oid', 'k.conkey')}`,
  )
  expect(found).toEqual(without)
})

test('what is unique is unique within a school', async () => {
  const without = words(`
  attendance_marks_once calendar_feeds_token_taken excuses_picture_once phone_changes_one_of_number
  phone_changes_one_of_person program_keys_secret sign_in_providers_by_id`)
  const found = await listed(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace
       and ${hasSchool('c.oid')} and not ${inKey('c.oid', 'i.indkey')}`,
  )
  expect(found).toEqual(without)
})

test('every reference from one table of a school to another goes by the school too', async () => {
  const found = await listed(
    `select k.conname as name from pg_constraint k
     where k.contype = 'f' and ${hasSchool('k.conrelid')} and ${hasSchool('k.confrelid')}
       and not ${inKey('k.conrelid', 'k.conkey')}`,
  )
  expect(found).toEqual([])
})

test('policies ask functions, and few still ask a table', async () => {
  const asking = words(`
  class_rooms.of_undone_import courses.of_usual_set_or_import family_students.of_undone_import grades.of_usual_set
  parent_invitations.of_undone_import parent_invitations.own posts.own school_year_months.of_usual_set_or_import
  school_years.of_usual_set_or_import staff_invitations.own student_leavings.of_undone_promotion
  student_parents.of_undone_import students.of_undone_import term_results.published`)
  const found = await listed(
    `select tablename || '.' || policyname as name from pg_policies
     where schemaname = 'public' and concat(qual, with_check) ~ '\\mFROM\\M'`,
  )
  expect(found).toEqual(asking)
})
