import type { Db } from '#server/db/db.ts'
import { insertEvent } from './events.queries.ts'

/**
 * The events that people are notified of (api.md §13). Payloads contain ids, never names or texts; those that need a
 * phone number or a code are emptied as soon as they are delivered.
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
  /** Numbers that have an account by now; a person who gets one later is linked by confirming it. */
  | { event: 'parents invited'; schoolId: string; actorId: string; payload: { invitationIds: readonly string[] } }
  /** Sent to a number that waits; who it belongs to is not known. */
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
  /** Marks that were drafts, of one exam or several. */
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
  | { event: 'coins changed'; schoolId: string; actorId: string; payload: { balance: number } }
  | {
      event: 'class changed'
      schoolId: string
      actorId: string
      payload: { classRoomId: string; studentIds: readonly string[] }
    }
  /** The register of a class is missing; who reminds its teacher. */
  | { event: 'register missing'; schoolId: string; actorId: string; payload: { classRoomId: string; date: string } }
  /** What is counted of absences may be another number now: of a class, after its register of a day or its rules, or of students. */
  | {
      event: 'absence changed'
      schoolId: string
      actorId: string
      payload: { classRoomId: string; date: string | null } | { studentIds: string[] }
    }
  /** Steps of the rules of absence that students reached, or that a correction withdrew. */
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
  /** A closing was published: its results can be read. */
  | {
      event: 'results published'
      schoolId: string
      actorId: string
      payload: { closingId: string; studentIds: string[] }
    }
  /** Papers were issued; those that are printed again are not among them. */
  | {
      event: 'papers issued'
      schoolId: string
      actorId: string
      payload: { papers: { studentId: string; paperId: string }[] }
    }
  /** Days that come soon and were closed newly, by grade. */
  | { event: 'days closed'; schoolId: string; actorId: string; payload: { closed: { gradeId: string; day: string }[] } }
  /** Something was recorded of a student's conduct that parents see. */
  | { event: 'conduct recorded'; schoolId: string; actorId: string; payload: { studentId: string; recordId: string } }
  | { event: 'student left'; schoolId: string; actorId: string; payload: { studentId: string; left: boolean } }
  | {
      event: 'parent link'
      schoolId: string
      actorId: string
      payload: { links: readonly { studentId: string; parentId: string }[]; linked: boolean }
    }
  | { event: 'unusual reading'; schoolId: string; actorId: string; payload: { personId: string } }
  | {
      event: 'rights changed'
      schoolId: string | null
      actorId: string
      /** Of a role: its holders, app-wide or in any school. */
      payload: { personId: string } | { roleId: string }
    }
  /** To those who may confirm it; and, once it was, to the managers of every school. */
  | {
      event: 'role keys proposed'
      schoolId: null
      actorId: string
      /** The release before named no proposal. */
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
 * Publishes an event in the transaction of what happened, so that it is delivered if and only if that was stored. With
 * `when` false the same statement runs and publishes nothing.
 */
export const publish = (db: Db, event: Event, when = true) =>
  insertEvent(db, { ...event, payload: JSON.stringify(event.payload) }, when)
