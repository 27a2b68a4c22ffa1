import type { ComponentType } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { activities } from '#contract/activities/activities.ts'
import type { exams } from '#contract/exams/exams.ts'
import type { homework } from '#contract/homework/homework.ts'
import type { LiveTopic } from '#contract/live/live.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { studentActivities } from '#contract/activities/student-activities.ts'
import type { studentExams } from '#contract/exams/student-exams.ts'
import type { studentHomework } from '#contract/homework/student-homework.ts'

/** Homework, exams or activities: everything in which they differ, so that each of their screens is written once. */
export type Kind = {
  /** Its texts are `settings.<name>.*`; the class's tab has the same name. */
  name: 'homework' | 'exams' | 'activity'
  topic: LiveTopic
  work: Pick<typeof exams | typeof homework | typeof activities, 'list' | 'get' | 'add' | 'update' | 'remove'>
  results: typeof studentExams | typeof studentHomework | typeof studentActivities
  /** How reading or removing one names it. */
  byId: (id: string) => InputOf<Kind['work']['get']> & InputOf<Kind['work']['remove']>
  /** The contract's schemas of new work, for a class and for one student. */
  schema: ZodMiniType
  schemaForOne: ZodMiniType
  /** Exams are counted in months of the school year. */
  hasMonths: boolean
  /** What its list can be narrowed by, and that of one student's results. */
  filters: readonly FilterName[]
  resultFilters: readonly FilterName[]
  /** Where marks may be drafts: what says so over a list and over the marks, and how a mark changed. */
  publishing?: {
    OfList: ComponentType<{
      schoolId: string
      drafts: { id: string; title: string; marked: number; students: number }[]
    }>
    OfWork: ComponentType<StateOfMarks>
    History: ComponentType<{ examId: string; studentId: string; name: string; onClose: () => void }>
  }
}

export type FilterName =
  | 'months'
  | 'classRoomId'
  | 'courseId'
  | 'supervisorId'
  | 'weekDay'
  | 'fromDate'
  | 'toDate'
  | 'rate'
  | 'details'

/** What exams alone have. */
type OfExam = Partial<
  Pick<OutputOf<typeof exams.get>, 'monthId' | 'monthName' | 'marksState' | 'publishedAt' | 'publishedByName'>
>

/** A piece of work. */
export type Work = OutputOf<Kind['work']['get']> & OfExam

/** How far the marks of a work are: how many of all students have one, and whether some are on their way. */
export type StateOfMarks = { work: Work; schoolId: string; done: number; all: number; isSaving: boolean }

/** The same in a list, with how it turned out so far. */
export type ListedWork = OutputOf<Kind['work']['list']>[number] & OfExam

/** What one student has in a piece of work. */
export type Result = OutputOf<Kind['results']['list']>[number]
