import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLost, isPoolFull } from '#server/db/lost.ts'
import { refusedStatement } from '#server/db/refused.ts'
import {
  busy,
  conflict,
  diskFull,
  failed,
  invalid,
  notFound,
  Refusal,
  tooLarge,
  unsupported,
} from '#server/base/errors.ts'

/**
 * The sentence for each violated constraint (api.md §14). It is a conflict, unless the request itself is wrong. A constraint
 * that is not listed is our own error.
 */
const broken: Record<string, { sentence: string; field: string; invalid?: true }> = {
  ...namesTaken('languages', 'relation_types', 'school_types', 'school_contact_types', 'coin_types', 'payment_types'),
  ...namesTaken('hours_sets', 'result_schemes', 'rooms', 'class_divisions'),
  timetables_day_taken: { sentence: 'Another timetable begins on this day', field: 'validFrom' },
  roles_name_taken: { sentence: 'A role with this name already exists', field: 'name' },
  school_contacts_value_taken: { sentence: 'This contact already exists', field: 'value' },
  students_merged_inactive: { sentence: 'This student was merged with another', field: 'active' },
  record_fields_name_taken: { sentence: 'A field with this name already exists', field: 'fieldName' },
  official_records_number_once: { sentence: 'This number is already in another record', field: 'nationalNumber' },
  grades_name_taken: { sentence: 'A grade with this name already exists', field: 'name' },
  courses_name_taken: { sentence: 'A course with this name already exists', field: 'name' },
  class_rooms_name_taken: { sentence: 'A class with this name already exists', field: 'name' },
  school_years_name_taken: { sentence: 'A year with this name already exists', field: 'name' },
  school_years_one_current: { sentence: 'Complete or deactivate the current year first', field: 'active' },
  jobs_one_at_a_time: { sentence: 'Seats of this school are being renewed already', field: 'schoolId' },
  promotions_one_open: { sentence: 'The next year is being prepared already', field: 'schoolId' },
  school_year_months_name_taken: { sentence: 'A month with this name already exists', field: 'name' },
  payment_requests_code_taken: { sentence: 'This transfer code has already been used', field: 'transfareCode' },
  rate_headers_name_taken: { sentence: 'A rate header with this name already exists', field: 'name' },
  school_teachers_once: { sentence: 'This person is already a teacher of this school', field: 'teacherId' },
  staff_invitations_waiting: { sentence: 'This person is already invited', field: 'phoneNumber' },
  staff_invitations_email_waiting: { sentence: 'This person is already invited', field: 'email' },
  teacher_replacements_one_planned: {
    sentence: 'Somebody is to take over from this teacher already',
    field: 'fromTeacherId',
  },
  users_phone_taken: { sentence: 'Somebody has an account with this number', field: 'phoneNumber' },
  phone_changes_one_of_person: { sentence: 'A change of this number is going on already', field: 'userId' },
  phone_changes_one_of_number: { sentence: 'This number waits for another change', field: 'phoneNumber' },
  // Two classes recorded a student of a move at the same time.
  attendance_marks_one_a_day: {
    sentence: 'Another class has already recorded one of these students on this day',
    field: 'students',
  },
  school_teacher_courses_once: { sentence: 'This teacher already has this course', field: 'courseId' },
  school_teacher_courses_of_teacher: {
    sentence: 'This person is not a teacher of this school',
    field: 'teacherId',
    invalid: true,
  },
  // The course was removed from the teacher while it was given to them in a class.
  class_teacher_courses_of_teacher_course: { sentence: 'Somebody else changed this meanwhile', field: 'courseId' },
  class_teacher_courses_once: { sentence: 'This teacher already has this course in this class', field: 'courseId' },
}

/** The same sentence for all lists whose names must be unique and that have no sentence of their own. */
function namesTaken(...tables: string[]) {
  return Object.fromEntries(
    tables.map((table) => [`${table}_name_taken`, { sentence: 'This name is already used', field: 'name' }]),
  )
}

/** The disk of the database is full. */
const noRoom = '53100'

const unavailable = /^(08|53|57P0|25P03|57014|55P03|40001|40P01)/

/** The refusal for a database error: a known constraint, or a busy or unavailable database. Null for all other errors. */
export function refusalOfDatabase(problem: unknown): Refusal | null {
  const statement = refusedStatement(problem)
  if (statement) {
    const known = broken[statement.constraint ?? '']
    if (known?.invalid) return invalid(known.sentence, known.field)
    if (known) return conflict(known.sentence, { field: known.field })
    if (statement.code === noRoom) return diskFull()
    return unavailable.test(statement.code) ? busy(problem) : null
  }
  return isLost(problem) || isPoolFull(problem) ? busy(problem) : null
}

const codeOf = (problem: unknown) => (problem as { code?: string }).code

type SendRefusal = (refused: Refusal, request: FastifyRequest, reply: FastifyReply) => unknown

/** Handles everything that is thrown: sends a refusal, in another form if `send` is given, and logs our own errors. */
export function refusals(countBusy: (refused: Refusal) => void, send: SendRefusal = sendRefusal) {
  return (problem: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusalOf(problem)
    if (refused.status === 503) countBusy(refused)
    else if (refused.status >= 500 && !hasLeft(problem, request)) request.log.error(harmless(problem), refused.message)
    return send(refused, request, reply)
  }
}

/** Sends one plain sentence, or RFC 9457 if the client requests it (api.md §4). */
function sendRefusal(refused: Refusal, request: FastifyRequest, reply: FastifyReply) {
  // Without this, the rest of the request would keep arriving as slowly.
  if (refused.status === 408) reply.header('connection', 'close')
  if (refused.retryAfter) reply.header('retry-after', refused.retryAfter)
  reply.code(refused.status).header('cache-control', 'no-store')

  if (!String(request.headers.accept).includes('application/problem+json'))
    return reply.type('text/plain; charset=utf-8').send(refused.message)

  const { status, message, code, errors, current, sheets } = refused
  return reply.type('application/problem+json; charset=utf-8').send(
    JSON.stringify({
      type: 'about:blank',
      title: titles[status] ?? 'Refused',
      status,
      detail: message,
      code,
      ...(errors && { errors }),
      ...(current !== undefined && { current }),
      ...(sheets && { sheets }),
      requestId: request.id,
    }),
  )
}

/** A stream that ends because its reader has left is not our error; one that ends by itself is. */
const hasLeft = (problem: unknown, { raw }: FastifyRequest) =>
  codeOf(problem) === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

function refusalOf(problem: unknown): Refusal {
  if (problem instanceof Refusal) return problem
  // The client aborted the request. Nobody reads this answer, and the database works.
  if (problem instanceof Error && problem.message === 'aborted') return invalid('Invalid input')
  switch (codeOf(problem)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge()
    case 'ENOSPC':
      return diskFull()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupported()
    // Only for the method QUERY, which we do not use.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return notFound()
    default:
      return refusalOfDatabase(problem) ?? (isOfHeaders(problem) ? invalid('Invalid input') : failed())
  }
}

/** The client requested a part or a version of a file that does not exist. */
const isOfHeaders = (problem: unknown) => [412, 416].includes((problem as { statusCode?: number }).statusCode ?? 0)

/** A log line without the content of records, because the database repeats values in its messages. */
function harmless(problem: unknown) {
  const statement = refusedStatement(problem)
  if (!statement) return { err: problem }
  const { message: _, ...rest } = statement
  return rest
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
