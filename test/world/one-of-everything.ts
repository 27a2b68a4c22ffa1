import type pg from 'pg'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { oneOfThreads } from './one-of-threads.ts'
import { newId } from '#server/db/ids.ts'
import { absenceRows } from './one-of-absence.ts'
import { feeRows } from './one-of-fees.ts'
import { promotionRows } from './one-of-promotion.ts'
import { resultRows } from './one-of-results.ts'
import { timetableRows } from './one-of-timetables.ts'
import { postRows } from './one-of-posts.ts'
import { paperRows } from './one-of-papers.ts'

export type Ids = Record<'school' | 'person' | 'student' | 'classRoom' | 'grade' | 'year' | 'language', string>

/** A school with one row in every table that belongs to a school. Needs the owner's connection and the first rows. */
export async function oneOfEverything(client: pg.ClientBase, name: string, phone: string): Promise<Ids> {
  const [school, person, student, classRoom, grade, year, month, course] = Array.from({ length: 8 }, newId) as string[]
  const [homework, exam, activity, payment, seat] = Array.from({ length: 5 }, newId)
  const [nextClass, membership, move, imported, job, hours, merge] = Array.from({ length: 7 }, newId)
  const [parent, term, promotion, note, program] = [newId(), newId(), newId(), newId(), newId()]
  const language = await firstOf(client, 'languages')
  const relation = await firstOf(client, 'relation_types')
  const contactType = await firstOf(client, 'school_contact_types')
  const paymentType = await firstOf(client, 'payment_types')
  const coinType = await firstOf(client, 'coin_types')

  const date = '2026-11-02'
  const inSchool = { school_id: school }
  const work = { ...inSchool, class_room_id: classRoom, course_id: course, supervisor_id: person, rate: 10 }
  const result = { ...inSchool, student_id: student }
  const teacher = { ...inSchool, teacher_id: person }

  const rows: [string, Record<string, unknown>][] = [
    ['users', { id: person, phone_number: phone, password_hash: 'none' }],
    ['schools', { id: school, name, about: 'about', vision: 'vision', admin_id: person }],
    ['school_contacts', { ...inSchool, id: newId(), contact_type_id: contactType, value: '19000' }],
    ['school_languages', { ...inSchool, language_id: language }],
    ['user_roles', { ...inSchool, user_id: person, role_id: builtInRoles.schoolManager.id }],
    ['office_roles', { ...inSchool, id: newId(), role_id: builtInRoles.schoolDeputy.id, active: true }],
    ['user_permissions', { ...inSchool, user_id: person, permission_id: permissionId('AddClass') }],
    ['grades', { ...inSchool, id: grade, name: 'الصف الأول' }],
    ['courses', { ...inSchool, id: course, language_id: language, name: 'العلوم', description: 'علوم' }],
    ['class_rooms', { ...classRoomRow(), id: classRoom, name: 'فصل أول' }],
    ['school_teachers', teacher],
    ['school_teacher_courses', { ...teacher, course_id: course }],
    ['class_teacher_courses', { ...teacher, course_id: course, class_room_id: classRoom }],
    ['students', { ...inSchool, ...studentName, id: student, class_room_id: classRoom, code: 'ST0000000001' }],
    ['student_codes', { ...inSchool, last_number: 1 }],
    ['student_classes', { ...result, id: membership, class_room_id: classRoom, from_day: date }],
    [
      'student_leavings',
      {
        ...result,
        id: newId(),
        left_on: date,
        reason_id: '01900000-0000-7000-8000-00000000e001',
        seat_ended: false,
        entered_by: person,
        returned_on: date,
        returned_by: person,
      },
    ],
    ['official_records', { ...result, id: newId(), official_name: 'عمر كريم الجندي' }],
    ['users', { id: parent, phone_number: phone.replace(/^010/, '012'), password_hash: 'none' }],
    [
      'phone_changes',
      {
        ...inSchool,
        id: newId(),
        person_id: parent,
        old_number: phone.replace(/^010/, '012'),
        new_number: phone.replace(/^010/, '015'),
        requested_by: person,
        requested_at: '2026-11-02',
      },
    ],
    [
      'teacher_replacements',
      {
        ...inSchool,
        id: newId(),
        from_teacher: person,
        to_teacher: parent,
        from_day: date,
        requested_by: person,
      },
    ],
    ['staff_invitations', { ...inSchool, id: newId(), phone_number: '01099999901', invited_by: person }],
    [
      'program_keys',
      {
        ...inSchool,
        id: program,
        name: 'program',
        secret_hash: Buffer.from(newId().replaceAll('-', '')),
        scopes: '{roster}',
        ends_on: '2027-01-01',
        made_by: person,
      },
    ],
    [
      'webhooks',
      {
        ...inSchool,
        id: program,
        name: 'program',
        url: 'https://program.example/',
        events: '{class.changed}',
        sealed: Buffer.from('sealed'),
        made_by: person,
      },
    ],
    [
      'sign_in_providers',
      {
        ...inSchool,
        id: newId(),
        name: 'provider',
        domain: `${newId()}.example`,
        issuer: 'https://login.example',
        client_id: 'kashkool',
        sealed: Buffer.from('sealed'),
        made_by: person,
      },
    ],
    ['outside_accounts', { id: newId(), user_id: person, issuer: 'https://login.example', subject: newId() }],
    ['webhook_deliveries', { ...inSchool, id: newId(), webhook_id: program, event: 'class.changed', data: '{}' }],
    ['program_uses', { ...inSchool, key_id: program, day: date }],
    ['roster_uses', { ...inSchool, key_id: program, day: date, address: '/classes', status: 200 }],
    [
      'roster_sources',
      {
        ...inSchool,
        roster_url: 'https://roster.example',
        token_url: 'https://roster.example/token',
        client_id: 'us',
        sealed: Buffer.from('sealed'),
        changed_by: person,
      },
    ],
    ['roster_settings', { ...inSchool, is_on: true, changed_by: person }],
    ['record_fields', { ...inSchool, id: newId(), name: 'الحافلة', kind: 'text' }],
    [
      'guardians',
      { ...result, id: newId(), name: 'منى فؤاد', relation_id: relation, phone: '02 2456 7890', from_day: date },
    ],
    ...oneOfThreads({ inSchool, result, person: person!, date }),
    [
      'health_alerts',
      { ...result, id: newId(), kind: 'asthma', to_do: 'call', shown: true, entered_by: person, by_parent: true },
    ],
    ['emergency_contacts', { ...result, id: newId(), given_by: person }],
    ['hand_overs', { ...result, id: newId(), day: date, act: 'called', made_by: person }],
    ['record_proposals', { ...result, id: newId(), field: 'birthPlace', value: 'طنطا', asked_by: person }],
    ['record_confirmations', { ...result, id: newId(), person_id: person, on_day: date }],
    ['proposal_settings', inSchool],
    ['student_health', { ...result, id: newId(), health_notes: 'asthma' }],
    ['student_merges', { ...result, id: merge, other_id: student, merged_by: person }],
    ['student_merge_rows', { ...result, merge_id: merge, table_name: 'student_notes', was: {}, became: {} }],
    ['student_parents', { ...result, id: newId(), parent_id: person, relation_id: relation, consent_by: person }],
    [
      'parent_invitations',
      { ...result, id: newId(), phone_number: '01099999999', relation_id: relation, consent_by: person },
    ],
    ['class_rooms', { ...classRoomRow(), id: nextClass, name: 'فصل ثان' }],
    [
      'class_moves',
      {
        ...inSchool,
        id: move,
        class_room_id: classRoom,
        to_class_room_id: nextClass,
        day: date,
        students: 1,
        moved_by: person,
      },
    ],
    ['class_move_students', { ...result, move_id: move, left_id: membership }],
    ['school_years', { ...inSchool, id: year, name: '2026/2027', began_on: '2026-09-01' }],
    ['school_year_months', { ...inSchool, id: month, school_year_id: year, name: 'November', position: 1 }],
    ['attendance_sheets', { ...inSchool, class_room_id: classRoom, date, saved_by: person }],
    [
      'attendance_marks',
      { ...result, id: newId(), class_room_id: classRoom, date, state: 'late', supervisor_id: person },
    ],
    ['school_calendars', { ...inSchool }],
    [
      'terms',
      {
        ...inSchool,
        id: term,
        school_year_id: year,
        name: 'First term',
        position: 1,
        start_date: '2026-09-01',
        end_date: '2027-01-20',
      },
    ],
    ['school_week', { ...inSchool, open_weekdays: 31 }],
    ['hours_sets', { ...inSchool, id: hours, name: 'Ramadan' }],
    ...timetableRows({
      inSchool,
      result,
      person: person!,
      classRoom: classRoom!,
      grade: grade!,
      course: course!,
      year: year!,
      hours: hours!,
      date,
    }),
    ['periods', { ...inSchool, hours_set_id: hours, position: 1, name: '1', starts: '08:00', minutes: 35 }],
    [
      'calendar_feeds',
      { ...inSchool, id: newId(), person_id: person, token_hash: Buffer.from(newId()), language: 'ar' },
    ],
    // The day of the register: it counts no more.
    ['calendar_days', { ...inSchool, id: newId(), kind: 'holiday', from_day: date, to_day: date, name: 'Storm' }],
    ...absenceRows({ inSchool, result, person: person!, classRoom: classRoom!, year: year!, date }),
    ...resultRows({ inSchool, result, person: person!, classRoom: classRoom!, grade: grade!, course: course!, term }),
    ...postRows({ inSchool, person: person!, classRoom: classRoom!, student: student!, date }),
    ...paperRows({ inSchool, result, person: person!, date, grade: grade!, year: year! }),
    ...feeRows({ inSchool, result, person: person!, date, grade: grade!, year: year! }),
    ['homework', { ...work, id: homework, assignment_date: date, details: 'read' }],
    ['student_homework', { ...result, homework_id: homework }],
    ['exams', { ...work, id: exam, exam_date: date, month_id: month }],
    ['student_exams', { ...result, exam_id: exam, total_result: 7.25 }],
    ['rate_headers', { ...inSchool, id: newId(), name: 'oral', percentage: 20 }],
    ['activities', { ...work, id: activity, activity_date: date, details: 'garden' }],
    ['student_activities', { ...result, activity_id: activity }],
    ['student_notes', { ...result, id: note, class_room_id: classRoom, date, notes: 'kind', supervisor_id: person }],
    ['note_readers', { ...inSchool, note_id: note, person_id: person }],
    [
      'payment_requests',
      {
        ...inSchool,
        id: newId(),
        payment_type_id: paymentType,
        requested_by: person,
        transfer_code: 'T-1',
        transfer_date: date,
        transfer_amount: 100,
      },
    ],
    [
      'payment_transactions',
      {
        ...inSchool,
        id: payment,
        payment_type_id: paymentType,
        payment_date: date,
        amount: 100,
        coin_type_id: coinType,
        coin_value: 1,
        coins: 100,
        recorded_by: person,
      },
    ],
    ['seats', { ...result, id: seat, school_year_id: year, charged_on: date }],
    ['coin_entries', { ...inSchool, id: newId(), kind: 'seat', coins: -1, seat_id: seat, made_by: person }],
    ['media', { ...result, name: newId(), kind: 'student', content: Buffer.from('webp'), uploaded_by: person }],
    ['imports', { ...inSchool, id: imported, made_by: person, source: 'table', columns: '[]', rows: 1 }],
    ['import_rows', { ...inSchool, import_id: imported, row: 1, cells: ['سلمى'] }],
    ['import_progress', { ...inSchool, import_id: imported }],
    [
      'jobs',
      {
        ...inSchool,
        id: job,
        kind: 'renewSeats',
        state: 'ended',
        settings: '{}',
        started_on: date,
        started_by: person,
        acting_by: person,
        students: 1,
      },
    ],
    ['job_students', { ...inSchool, job_id: job, nth: 1, student_id: student }],
    ...promotionRows([school, promotion, person, student, classRoom, year] as string[]),
    ['usual_sets', { ...inSchool, id: newId(), step: 'grades', taken: [], taken_by: person }],
    ['audit_lines', { ...inSchool, operation: 'Student/GetStudent', outcome: 'read' }],
    ['audit_origins', { ...inSchool, request_id: newId(), account_id: newId(), address: '10.0.0.1' }],
    ['outbox', { ...inSchool, event: 'attendance' }],
  ]
  for (const [table, row] of rows) await insert(client, table, row)
  // A changed mark leaves its former value.
  await client.query(`update attendance_marks set state = 'present' where school_id = $1`, [school])
  return {
    school: school!,
    person: person!,
    student: student!,
    classRoom: classRoom!,
    grade: grade!,
    year: year!,
    language: language!,
  }

  function classRoomRow() {
    return {
      ...inSchool,
      grade_id: grade,
      language_id: language,
      gender: 3,
      max_of_students: 30,
      supervisor_id: person,
    }
  }
}

const firstOf = async (client: pg.ClientBase, table: string) =>
  (await client.query<{ id: string }>(`select id from ${table} order by id limit 1`)).rows[0]!.id

const studentName = { first_name: 'سلمى', middle_name: 'كريم', last_name: 'منصور' }

/** One row, columns by name. */
export const insert = (client: pg.ClientBase, table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row)
  return client.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  )
}
