import * as z from 'zod/mini'
import type { Permission } from '#contract/language/permissions.ts'

/** What waits in the queue, in its order: decisions that the caller may take, then what waits with others. */
export const queuedKinds = [
  'excuses',
  'letters',
  'conduct',
  'proposals',
  'numbers',
  'imports',
  'nextYear',
  'payments',
  'staffInvitations',
] as const

/** What is counted besides: it waits with parents and teachers. */
export const withOthers = ['invitations', 'marks'] as const

/** The keys that show each kind, all of them needed: those of its own list. */
export const keysOfQueue: Record<(typeof queuedKinds)[number], readonly Permission[]> = {
  excuses: ['DecideExcuses'],
  letters: ['HandleAbsence'],
  conduct: ['DecideConduct'],
  proposals: ['EditStudentRecord'],
  numbers: ['ChangePhoneNumbers'],
  imports: ['AssignMultipleStudentsToSchool'],
  nextYear: ['CompleteYeare', 'UpdateStudentInfo', 'ViewSchoolStudentsList'],
  payments: ['ViewSchoolPayment'],
  staffInvitations: ['LinkTeacherToSchool'],
}

/** For how many days the queue shows what was decided. */
export const decidedForDays = 30

/** How many wait of each kind, in the order of the screen: the queue, then what waits with parents and teachers. */
export const WaitingCounts = z.array(z.object({ kind: z.enum([...queuedKinds, ...withOthers]), count: z.number() }))

/** Who is responsible for results asks teachers for their marks. */
export const remindsOfMarks = 'ManageResults' satisfies Permission
