import { newId } from '#server/db/ids.ts'

type Row = Record<string, unknown>
type Known = { inSchool: Row; result: Row; person: string; classRoom: string; year: string; date: string }

/** One row in each table about absences and conduct. */
export function absenceRows({ inSchool, result, person, classRoom, year, date }: Known): [string, Row][] {
  const rule = newId()
  const kind = newId()
  return [
    [
      'excuses',
      { ...result, id: newId(), from_day: date, to_day: date, kind: 'illness', by_parent: true, asked_by: person },
    ],
    ['absence_settings', { ...inSchool, excuse_within: 5 }],
    [
      'absence_rules',
      {
        ...inSchool,
        id: rule,
        position: 1,
        name: 'running',
        counts: 'running',
        period: 'year',
        counted: 'all',
        steps: '[]',
      },
    ],
    [
      'absence_steps',
      {
        ...result,
        id: newId(),
        rule_id: rule,
        rule_version: 1,
        period_id: year,
        position: 1,
        at: 5,
        name: 'first',
        action: 'letter',
        reached_on: date,
        days: [date],
      },
    ],
    ['conduct_settings', { ...inSchool, full_mark: 100, starts_at: 80 }],
    [
      'conduct_kinds',
      { ...inSchool, id: kind, position: 1, name: 'helps', is_merit: true, points: 2, parents_see: true },
    ],
    [
      'conduct_records',
      {
        ...result,
        id: newId(),
        class_room_id: classRoom,
        kind_id: kind,
        kind_version: 1,
        name: 'helps',
        is_merit: true,
        points: 2,
        day: date,
        details: 'helped',
        recorded_by: person,
      },
    ],
    ['absence_calls', { ...result, id: newId(), day: date, outcome: 'reached', made_by: person }],
    ['mark_reminders', { ...inSchool, id: newId(), teacher_id: person, day: date, made_by: person }],
    ['register_reminders', { ...inSchool, id: newId(), class_room_id: classRoom, day: date, made_by: person }],
  ]
}
