import { newId } from '#server/db/ids.ts'

type Of = { inSchool: Record<string, unknown>; person: string; classRoom: string; student: string; date: string }
type Row = [table: string, row: Record<string, unknown>]

/** One row in every table of announcements. */
export function postRows({ inSchool, person, classRoom, student, date }: Of): Row[] {
  const post = newId()
  const words = { title: 'Trip', body: 'On Sunday', public: true, important: false }
  return [
    ['posts', { ...inSchool, id: post, author_id: person, ...words, published_at: date }],
    ['post_audience', { ...inSchool, post_id: post, kind: 'class', target_id: classRoom }],
    ['post_readers', { ...inSchool, post_id: post, person_id: person, student_ids: [student], addressed: true }],
    [
      'attachments',
      {
        ...inSchool,
        id: newId(),
        kind: 'file',
        name: 'plan.pdf',
        content: '\\x00',
        post_id: post,
        uploaded_by: person,
      },
    ],
  ]
}
