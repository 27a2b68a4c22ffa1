import { newId } from '#server/db/ids.ts'

type Row = Record<string, unknown>
type Known = {
  inSchool: Row
  result: Row
  person: string
  classRoom: string
  grade: string
  course: string
  term: string
}

/** One row in each table about results of a term; the closing is published, so that parents find its results. */
export function resultRows({ inSchool, result, person, classRoom, grade, course, term }: Known): [string, Row][] {
  const [scheme, closing] = [newId(), newId()]
  const at = '2026-11-02T08:00:00Z'
  const of = { ...inSchool, term_id: term }
  return [
    ['result_registers', { ...inSchool, columns: '{name}' }],
    ['result_schemes', { ...inSchool, id: scheme, name: 'scheme' }],
    ['result_scheme_versions', { ...inSchool, scheme_id: scheme, version: 1, rules: '{}', created_by: person }],
    [
      'result_scheme_uses',
      { ...of, id: newId(), grade_id: grade, scheme_id: scheme, scheme_version: 1, full_mark: 100, pass_mark: 50 },
    ],
    ['part_marks', { ...result, ...of, id: newId(), course_id: course, part_id: newId(), mark: 7, marked_by: person }],
    ['remarks', { ...result, ...of, id: newId(), language: 'en', body: 'remark', author_id: person }],
    [
      'brought_marks',
      {
        ...result,
        id: newId(),
        year_name: '2024/2025',
        course_name: 'Science',
        position: 0,
        mark: 8,
        import_id: newId(),
        brought_on: '2026-11-01',
        brought_by: person,
      },
    ],
    ['remark_settings', inSchool],
    ['remark_bank', { ...inSchool, id: newId(), language: 'en', body: 'bank', position: 1 }],
    ['grace_marks', { ...result, ...of, id: newId(), course_id: course, points: 1, confirmed_by: person }],
    [
      'term_closings',
      {
        ...of,
        id: closing,
        grade_id: grade,
        issue: 1,
        closed_by: person,
        published_at: at,
        published_by: person,
        visible_from: at,
      },
    ],
    [
      'term_results',
      { ...result, closing_id: closing, class_room_id: classRoom, course_id: course, parts: '[]', total: 7 },
    ],
  ]
}
