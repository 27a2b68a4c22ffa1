import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importing } from '#test/imports/sending.ts'

const app = await testApp()
const { upload, rows, sql } = importing(app)

/** Files as offices and other systems make them; the people in them are invented. */
const sample = (name: string) => readFileSync(new URL(`../../test/imports/samples/${name}`, import.meta.url))

test('passwords of a table are neither read nor kept', async () => {
  const draft = await upload(sample('password-column.csv'))
  expect(draft.columns.at(-1)).toMatchObject({ heading: 'Password', meaning: null, guess: 'secret', samples: [] })
  expect((await rows(draft.id)).map(({ cells }) => cells[5])).toEqual(['', ''])
  const kept = await sql('select * from import_rows join imports on imports.id = import_id where import_id = $1', [
    draft.id,
  ])
  expect(JSON.stringify(kept)).not.toMatch(/summer2026|a1b2c3d4/i)
})

test('the names of a table of another system are those of its columns', async () => {
  const draft = await upload(sample('moodle-middle.csv'))
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
    null,
    'firstName',
    'middleName',
    'lastName',
    'className',
  ])
  expect((await rows(draft.id)).map(({ studentName }) => studentName)).toEqual([
    'Salma Karim Nasser',
    'Omar Adel Habib',
  ])
})
