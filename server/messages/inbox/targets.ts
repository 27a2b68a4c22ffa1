import type * as z from 'zod/mini'
import type { InboxItem, ItemKind } from '#contract/messages/inbox/inbox.ts'
import type { InboxRow } from './inbox.queries.ts'

type Target = z.output<typeof InboxItem>['link']

/** The place that an item opens. */
export function targetOf({ kind, studentId, schoolId, classRoomId, workId, isOn }: InboxRow): Target {
  const { to, tab = null } = targets[kind as ItemKind]
  if (to === 'child') return studentId ? { to, id: studentId, tab } : { to: 'children', id: null, tab: null }
  if (to === 'classRoom')
    return isOn || kind === 'registerMissing' || kind === 'stepReached'
      ? { to, id: classRoomId, tab }
      : { to: 'myClassroom', id: null, tab: null }
  if (to === 'posts' || to === 'messages') return { to, id: workId, tab }
  return { to, id: to === 'school' || to === 'settings' || to === 'calendar' ? schoolId : null, tab }
}

const targets: Record<ItemKind, { to: Target['to']; tab?: string }> = {
  attendance: { to: 'child', tab: 'attendance' },
  homework: { to: 'child', tab: 'homework' },
  homeworkResult: { to: 'child', tab: 'homework' },
  exam: { to: 'child', tab: 'exams' },
  examResult: { to: 'child', tab: 'exams' },
  markCorrected: { to: 'child', tab: 'exams' },
  activity: { to: 'child', tab: 'activities' },
  activityResult: { to: 'child', tab: 'activities' },
  resultPublished: { to: 'child', tab: 'results' },
  paperIssued: { to: 'child', tab: 'papers' },
  note: { to: 'child', tab: 'notes' },
  excuseDecided: { to: 'child', tab: 'attendance' },
  lessonMissed: { to: 'child', tab: 'attendance' },
  proposalDecided: { to: 'child', tab: 'record' },
  absenceStep: { to: 'child', tab: 'attendance' },
  conductRecorded: { to: 'child', tab: 'notes' },
  stepReached: { to: 'classRoom', tab: 'attendance' },
  registerMissing: { to: 'classRoom', tab: 'attendance' },
  lessonsMissing: { to: 'absence' },
  marksMissing: { to: 'home' },
  remarkToChange: { to: 'results', tab: 'remarks' },
  excuseAsked: { to: 'absence', tab: 'excuses' },
  post: { to: 'posts' },
  message: { to: 'messages' },
  messageReported: { to: 'messages' },
  classChanged: { to: 'child' },
  studentLeft: { to: 'child' },
  parentLink: { to: 'child' },
  otherParent: { to: 'child' },
  dayClosed: { to: 'calendar' },
  timetablePublished: { to: 'timetable' },
  childTimetable: { to: 'child', tab: 'week' },
  formWaits: { to: 'child' },
  meetingsOpen: { to: 'meetings' },
  meetingAsked: { to: 'meetings' },
  meetingChanged: { to: 'meetings' },
  meetingsTomorrow: { to: 'meetings' },
  coverGiven: { to: 'cover' },
  coverToDecide: { to: 'cover' },
  classActivation: { to: 'classRoom' },
  classLink: { to: 'classRoom' },
  parentInvited: { to: 'home' },
  teacherInvited: { to: 'home' },
  roleInvited: { to: 'home' },
  teacherLink: { to: 'school' },
  rightsChanged: { to: 'home' },
  platformRightGiven: { to: 'userRoles' },
  roleProposed: { to: 'roles' },
  roleChanged: { to: 'home' },
  schoolSubmitted: { to: 'schoolList' },
  schoolActivation: { to: 'school' },
  schoolHandedOver: { to: 'school' },
  yearCompleted: { to: 'settings', tab: 'years' },
  supportWindow: { to: 'school' },
  unusualReading: { to: 'school' },
  webhookPaused: { to: 'settings', tab: 'connections' },
  feeReceipt: { to: 'fees' },
  feesDue: { to: 'fees' },
  feesOverdue: { to: 'fees' },
  feeDeclined: { to: 'fees' },
  feeCredited: { to: 'fees' },
  transferRefused: { to: 'fees' },
  feesToLook: { to: 'feesOffice', tab: 'unclear' },
  paymentRequested: { to: 'payments' },
  paymentDecided: { to: 'settings', tab: 'payments' },
  coinsChanged: { to: 'settings', tab: 'payments' },
}
