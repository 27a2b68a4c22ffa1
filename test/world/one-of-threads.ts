import { newId } from '#server/db/ids.ts'

type Columns = Record<string, unknown>
type Of = { inSchool: Columns; result: Columns; person: string; date: string }

/** One row of each table of forms, of parents' evenings and of messages. */
export function oneOfThreads({ inSchool, result, person, date }: Of): [table: string, row: Columns][] {
  const [form, thread, round] = [newId(), newId(), newId()]
  const meeting = { round_id: round, teacher_id: person }
  return [
    ['forms', { ...inSchool, id: form, kind: 'consent', title: 'a form', body: 'a text', made_by: person }],
    [
      'form_texts',
      {
        ...inSchool,
        id: newId(),
        form_id: form,
        text_version: 1,
        title: 'a form',
        body: 'a text',
        hash: 'a'.repeat(64),
        made_by: person,
      },
    ],
    [
      'form_answers',
      { ...result, id: newId(), form_id: form, text_version: 1, agrees: false, answered_by: person, answered_at: date },
    ],
    [
      'meeting_rounds',
      {
        ...inSchool,
        id: round,
        title: 'an evening',
        day: date,
        from_time: '17:00',
        to_time: '20:00',
        minutes: 10,
        made_by: person,
      },
    ],
    ['meeting_teachers', { ...inSchool, ...meeting }],
    ['meeting_wishes', { ...result, id: newId(), ...meeting }],
    ['meeting_bookings', { ...result, id: newId(), ...meeting, starts: '17:00', booked_by: person }],
    ['message_settings', inSchool],
    ['message_people', { ...inSchool, id: newId(), person_id: person }],
    ['message_hours', { ...inSchool, person_id: person, weekday: 0, from_time: '09:00', to_time: '10:00' }],
    [
      'threads',
      {
        ...result,
        id: thread,
        both_parents: true,
        subject: 'other',
        begun_by: person,
        begun_by_school: false,
        turn: 'school',
        last_at: date,
      },
    ],
    [
      'thread_texts',
      {
        ...result,
        id: newId(),
        thread_id: thread,
        number: 1,
        author_id: person,
        by_school: false,
        body: 'a text',
        sent_at: date,
        visible_from: date,
      },
    ],
    ['thread_reads', { ...result, id: newId(), thread_id: thread, person_id: person, up_to: 1, read_at: date }],
    ['thread_acts', { ...result, id: newId(), thread_id: thread, kind: 'done', by_id: person, after: 1 }],
  ]
}
