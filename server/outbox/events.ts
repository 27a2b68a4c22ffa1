import type { Db } from '#server/db/db.ts'
import { insertEvent } from './events.queries.ts'

/**
 * The events of which people are notified (api.md §13). Payloads contain ids, never names or texts. A payload that needs a
 * phone number or a code is emptied as soon as the event is delivered.
 */
export type Event =
  | {
      event: 'attendance'
      schoolId: string
      actorId: string
      payload: { classRoomId: string; date: string; marks: { studentId: string; state: string }[] }
    }
  | { event: 'school submitted'; schoolId: string; actorId: string; payload: object }
  | { event: 'school handed over'; schoolId: string; actorId: string; payload: { fromId: string; toId: string } }
  | { event: 'class activation'; schoolId: string; actorId: string; payload: { classRoomId: string; active: boolean } }
  | { event: 'year completed'; schoolId: string; actorId: string; payload: { schoolYearId: string } }
  | { event: 'role invited'; schoolId: string; actorId: string; payload: { personId: string } }
  | { event: 'teacher invited'; schoolId: string; actorId: string; payload: { teacherId: string } }
  /**
   * Only numbers that already have an account. A person who creates an account later is linked when they confirm the number.
   */
  | { event: 'parents invited'; schoolId: string; actorId: string; payload: { invitationIds: readonly string[] } }
  /** Sent to an invited number; its owner is not known. */
  | { event: 'invitation by SMS'; schoolId: string; actorId: string; payload: { invitationId: string } }
  | { event: 'teacher link'; schoolId: string; actorId: string; payload: { teacherId: string; linked: boolean } }
  | {
      event: 'class link'
      schoolId: string
      actorId: string
      payload: { teacherId: string; classRoomId: string; courseIds: string[]; linked: boolean }
    }
  | {
      event: 'homework' | 'exam' | 'activity'
      schoolId: string
      actorId: string
      payload: { set: { workId: string; studentIds: string[] }[] }
    }
  | {
      event: 'result'
      schoolId: string
      actorId: string
      payload: { kind: 'homework' | 'exam' | 'activity'; workId: string; studentIds: string[] }
    }
  /** Marks of one or several exams that were drafts until now. */
  | {
      event: 'marks published'
      schoolId: string
      actorId: string
      payload: { exams: { examId: string; studentIds: string[] }[] }
    }
  | { event: 'mark corrected'; schoolId: string; actorId: string; payload: { examId: string; studentIds: string[] } }
  | { event: 'note'; schoolId: string; actorId: string; payload: { noteId: string; studentId: string } }
  | { event: 'post'; schoolId: string; actorId: string; payload: { postId: string; important: boolean } }
  | {
      event: 'post reminded'
      schoolId: string
      actorId: string
      payload: { postId: string; personIds: readonly string[] }
    }
  /** A text of a thread whose other side is to be notified now, and a text that was reported. */
  | { event: 'message'; schoolId: string; actorId: string; payload: { threadId: string; textId: string } }
  | { event: 'message reported'; schoolId: string; actorId: string; payload: { threadId: string } }
  | { event: 'coins changed'; schoolId: string; actorId: string; payload: { balance: number } }
  /** A timetable was published; something changes for these teachers and in these classes. */
  | {
      event: 'timetable published'
      schoolId: string
      actorId: string
      payload: { timetableId: string; day: string; teacherIds: string[]; classRoomIds: string[] }
    }
  /** Lessons of a day were given to teachers, or they are asked. `important`: it is today, and morning has come. */
  | {
      event: 'covers given'
      schoolId: string
      actorId: string
      payload: { coverIds: string[]; day: string; important: boolean }
    }
  /** A teacher told of their own absence, declined a cover, or asks for a register that came late. */
  | { event: 'cover to decide'; schoolId: string; actorId: string; payload: { id: string } }
  | {
      event: 'class changed'
      schoolId: string
      actorId: string
      payload: { classRoomId: string; studentIds: readonly string[] }
    }
  /** The register of a class is missing. The actor is the person who reminds the teacher. */
  | {
      event: 'register missing'
      schoolId: string
      /** Null: reminded by itself. */
      actorId: string | null
      /** With `lesson` it is about the register of that lesson, of the class or of a group of it. */
      payload: { classRoomId: string; date: string; lesson?: { lessonId: string; groupId: string | null } }
    }
  /** At the end of a day: some of its lessons have no register. */
  | { event: 'lessons missing'; schoolId: string; actorId: null; payload: { date: string } }
  /** Marks of these teachers' work are missing. The actor is the person who reminds them. */
  | { event: 'marks missing'; schoolId: string; actorId: string; payload: { teacherIds: readonly string[] } }
  /** Who reads the proofs asks the author for a change of a remark. */
  | {
      event: 'remark to change'
      schoolId: string
      actorId: string
      payload: { remarkId: string; authorId: string }
    }
  /** Counts of absences may have changed: of a class after its register or its rules changed, or of these students. */
  | {
      event: 'absence changed'
      schoolId: string
      actorId: string
      payload: { classRoomId: string; date: string | null } | { studentIds: string[] }
    }
  /** Steps of the absence rules that students reached, or that a correction withdrew. */
  | {
      event: 'absence steps'
      schoolId: string
      actorId: null
      payload: { steps: { studentId: string; stepId: string; reached: boolean }[] }
    }
  | {
      event: 'excuse asked'
      schoolId: string
      actorId: string
      payload: { excuseId: string; studentId: string; classRoomId: string }
    }
  | {
      event: 'excuse decided'
      schoolId: string
      actorId: string
      payload: { excuseId: string; studentId: string; accepted: boolean }
    }
  /** A person found out that a student missed a lesson on a day at school, or took that back. */
  | {
      event: 'lesson missed'
      schoolId: string
      actorId: string
      payload: { gapId: string; studentId: string; missed: boolean }
    }
  /** A proposal of a parent for the record of a child was accepted or refused. */
  | {
      event: 'proposal decided'
      schoolId: string
      actorId: string
      payload: { proposalId: string; studentId: string; askedBy: string; accepted: boolean }
    }
  /** A closing was published, so its results can be read. */
  | {
      event: 'results published'
      schoolId: string
      actorId: string
      payload: { closingId: string; studentIds: string[] }
    }
  /** Papers were issued. Papers that are printed again are not included. */
  | {
      event: 'papers issued'
      schoolId: string
      actorId: string
      payload: { papers: { studentId: string; paperId: string }[] }
    }
  /** Fees were received for these students; `payerId`: the parent who paid, if that was said. */
  | {
      event: 'fees received'
      schoolId: string
      actorId: string | null
      payload: { receiptId: string; studentIds: string[]; payerId: string | null }
    }
  /** A payment at a gateway was declined, or came when its parts had been paid, and is credit of the family. */
  | {
      event: 'fee payment'
      schoolId: string
      actorId: null
      payload: { intentId: string; payerId: string; studentIds: string[]; credited: boolean }
    }
  /** Money of a gateway or a transfer that a parent told of waits for somebody who takes fees. */
  | {
      event: 'fees to look at'
      schoolId: string
      actorId: string | null
      payload: { of: 'unclear' | 'told'; id: string }
    }
  /** A transfer that a parent told of was refused, with a reason. */
  | {
      event: 'transfer refused'
      schoolId: string
      actorId: string
      payload: { toldId: string; payerId: string; studentIds: string[] }
    }
  /** Parts of these students are due in a week, or overdue. */
  | { event: 'fees due'; schoolId: string; actorId: null; payload: { studentIds: string[]; overdue: boolean } }
  /** The parents who have not answered a form are reminded of it; without an actor the server does it by itself. */
  | { event: 'form waits'; schoolId: string; actorId: string | null; payload: { formId: string } }
  /** Families can book a parents' evening; a teacher wants to see the parents of a student; the school or a parent booked or cancelled meetings. */
  | { event: 'meetings tomorrow'; schoolId: string; actorId: null; payload: { roundId: string } }
  | { event: 'meetings opened'; schoolId: string; actorId: string; payload: { roundId: string } }
  | {
      event: 'meeting asked'
      schoolId: string
      actorId: string
      payload: { roundId: string; studentId: string; teacherId: string }
    }
  | {
      event: 'meeting changed'
      schoolId: string
      actorId: string
      payload: { roundId: string; studentIds: readonly string[]; booked: boolean }
    }
  /** Days in the near future that were newly closed, by grade. */
  | { event: 'days closed'; schoolId: string; actorId: string; payload: { closed: { gradeId: string; day: string }[] } }
  /** A record of a student's conduct that parents may see was stored. */
  | { event: 'conduct recorded'; schoolId: string; actorId: string; payload: { studentId: string; recordId: string } }
  | { event: 'student left'; schoolId: string; actorId: string; payload: { studentId: string; left: boolean } }
  | {
      event: 'parent link'
      schoolId: string
      actorId: string
      payload: { links: readonly { studentId: string; parentId: string }[]; linked: boolean }
    }
  /** Nothing arrived at a webhook for days, so no more is sent to it. */
  | { event: 'webhook paused'; schoolId: string; actorId: null; payload: { webhookId: string } }
  | { event: 'unusual reading'; schoolId: string; actorId: string; payload: { personId: string } }
  | {
      event: 'rights changed'
      schoolId: string | null
      actorId: string
      /** The rights of one person, or of all people who have a role, app-wide or in any school. */
      payload: { personId: string } | { roleId: string }
    }
  /** For all platform staff: a role (`roleId`), or single permissions app-wide. It has no actor, so that who gave it is notified too. */
  | {
      event: 'platform right given'
      schoolId: null
      actorId: null
      payload: { personId: string; givenBy: string; roleId: string | null }
    }
  /** For the people who may confirm it and, after that, for the managers of every school. */
  | {
      event: 'role keys proposed'
      schoolId: null
      actorId: string
      /** Absent in events of the previous release. */
      payload: { roleId: string; proposalId?: string }
    }
  | { event: 'built-in role changed'; schoolId: null; actorId: string | null; payload: { roleId: string } }
  | { event: 'school activation'; schoolId: string; actorId: string; payload: { active: boolean } }
  | { event: 'payment requested'; schoolId: string; actorId: string; payload: { requestId: string } }
  | {
      event: 'payment decided'
      schoolId: string
      actorId: string
      payload: { requestId: string; requestedBy: string; approved: boolean }
    }
  | { event: 'support window'; schoolId: string; actorId: string; payload: { open: boolean } }
  | { event: 'notice'; schoolId: null; actorId: null; payload: { personId: string; itemIds: string[] } }
  | { event: 'code'; schoolId: null; actorId: null; payload: { phoneNumber: string; code: string } }
  | { event: 'phone change planned' | 'phone changed'; schoolId: null; actorId: null; payload: { phoneNumber: string } }
  | { event: 'password set'; schoolId: null; actorId: string | null; payload: { phoneNumber: string } }

/**
 * Publishes an event in the transaction of the change, so that it is delivered only if the change is stored. If `when` is
 * false, the same statement runs and publishes nothing.
 */
export const publish = (db: Db, event: Event, when = true) =>
  insertEvent(db, { ...event, payload: JSON.stringify(event.payload) }, when)
