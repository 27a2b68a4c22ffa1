import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

/** An audit line at the time that another row contains. */
const done = (operation: string, by: string, at: string, [kind, id]: [kind: string, id: string], rows: string) =>
  `select ${by}::uuid, '${operation}', 'done', school_id, '${kind}', ${id}::uuid, ${at}::timestamptz, null from ${rows}`

const acts = { closed: 'Close', published: 'Publish', reopened: 'Reopen' }

const columns = 'person_id, operation, outcome, school_id, target_kind, target_id, at, request_id'

/**
 * The audit lines that match the other rows of the demo up to the morning, and reads of a child's record. They are in the order
 * of time, because the log is read in the order of its numbers.
 */
export function auditOfMorning({ today }: Calendar): string {
  const request = ['paymentRequest', 'id'] as [string, string]
  const read = (person: { id: string }, operation: string, daysAgo: number, time: string) =>
    `select '${person.id}'::uuid, '${operation}', 'read', '${schools.nile.id}'::uuid, 'student', '${students.omar.id}'::uuid,
      '${daysFrom(today, -daysAgo)}T${time}:00Z'::timestamptz, '${idOf('reading', person.id)}'`
  const events = [
    done('SchoolPaymentRequest/AddRequest', 'requested_by', 'requested_at', request, 'payment_requests'),
    done('SchoolPaymentRequest/ApproveRequest', 'decided_by', 'decided_at', request, 'payment_requests where approved'),
    done(
      'SchoolPaymentRequest/RejectRequest',
      'decided_by',
      'decided_at',
      request,
      'payment_requests where not approved',
    ),
    done('StudentLeaving/EnterLeaving', 'entered_by', 'created_at', ['student', 'student_id'], 'student_leavings'),
    done('StudentParent/InviteParent', 'consent_by', 'created_at', ['student', 'student_id'], 'parent_invitations'),
    ...(['closed', 'published', 'reopened'] as const).map((what) =>
      done(
        `Result/${acts[what]}`,
        `${what}_by`,
        `${what}_at`,
        ['termClosing', 'id'],
        `term_closings where ${what}_at is not null`,
      ),
    ),
    done('PhoneChange/Request', 'requested_by', 'requested_at', ['person', 'person_id'], 'phone_changes'),
    done(
      'Calendar/SaveDays',
      `'${people.manager.id}'`,
      `'${daysFrom(today, -12)}T08:20:00Z'`,
      ['calendar', 'school_id'],
      'school_calendars',
    ),
    read(people.registrar, 'OfficialRecord/GetRecord', 9, '08:05'),
    read(people.supervisor, 'Student/GetNumbers', 4, '10:40'),
    read(people.deputy, 'StudentNote/GetStudentNotesList', 1, '07:55'),
  ]
  return `insert into audit_lines (${columns})
    select ${columns} from (${events.join(' union all ')}) as event (${columns}) where at < '${today}' order by at`
}
