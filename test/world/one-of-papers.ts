import { newId } from '#server/db/ids.ts'

type Row = Record<string, unknown>
type Known = { inSchool: Row; result: Row; person: string; date: string; grade: string; year: string }

const bytes = (length: number) => Buffer.alloc(length, 7)

/** One row in each table about papers. */
export function paperRows({ inSchool, result, person, date, grade, year }: Known): [string, Row][] {
  const key = newId()
  const plan = newId()
  const paper = { kind: 'enrolment', year: 2026, number: 1, key_id: key, issued_on: date, issued_by: person }
  return [
    ['paper_keys', { ...inSchool, id: key, public_key: bytes(32), sealed_private: bytes(60) }],
    ['paper_templates', { ...inSchool, id: newId(), kind: 'enrolment', size: 'A4', signatures: '[]', options: '{}' }],
    [
      'exam_seat_plans',
      {
        ...inSchool,
        id: plan,
        grade_id: grade,
        school_year_id: year,
        made_by: person,
        committees: '[]',
        seat_order: 'name',
        first_number: 1,
      },
    ],
    ['exam_seats', { ...result, plan_id: plan, committee: 1, seat_number: 101 }],
    ['paper_numbers', { ...inSchool, kind: 'enrolment', year: 2026, last_number: 1 }],
    [
      'papers',
      { ...result, ...paper, id: newId(), content: '{}', content_hash: bytes(32), facts_hash: bytes(32), code: 'code' },
    ],
  ]
}
