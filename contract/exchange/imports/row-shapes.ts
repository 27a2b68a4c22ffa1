import * as z from 'zod/mini'
import { decisions, meanings, outcomes } from './import-shapes.ts'

const text = z.nullable(z.string())

/** What a row changes of a student: `was` and `becomes` in words, null for nothing. */
const Change = z.object({
  field: z.enum([
    'firstName',
    'middleName',
    'lastName',
    'className',
    'birthDate',
    'isPaid',
    'guardian',
    'record',
    'health',
    'guardianOfRecord',
    'mark',
    'day',
  ]),
  was: text,
  becomes: text,
})

/**
 * A value of a row for the official record, with choices as they are stored. `name`: the name of one of the school's own fields; then
 * `field` is null. Of a mark: its course, null for the total; of attendance: its day, null for how
 * many days the student was there.
 */
const OfRecord = z.object({ field: z.nullable(z.enum(meanings)), name: text, value: z.string() })

/** A student whom a row may mean. */
const SimilarStudent = z.object({
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  leftOn: text,
})

/** One row of the table. `problems` name a cell by the position of its column; null means the whole row. */
export const ImportRow = z.object({
  row: z.number(),
  cells: z.array(z.string()),
  outcome: z.enum(outcomes),
  problems: z.array(z.object({ position: z.nullable(z.number()), reason: z.string() })),
  studentId: text,
  studentName: z.string(),
  classRoomName: text,
  birthDate: text,
  isPaid: z.nullable(z.boolean()),
  guardians: z.array(z.object({ phoneNumber: z.string(), relationName: z.string() })),
  record: z.array(OfRecord),
  similar: z.array(SimilarStudent),
  /** Whether the row does not agree with the person whom it was found to mean, or with a day that the school has, so that somebody has to decide. */
  doubted: z.boolean(),
  /** What was decided for a row that may be a second entry or does not agree with the student whom it was found to mean; null: the row is matched by its code, name and number. */
  decision: z.nullable(z.enum(decisions)),
  changes: z.array(Change),
  /** Why this row can no longer be undone; sent only for a page of such rows (`show`). */
  hindrance: text,
})
