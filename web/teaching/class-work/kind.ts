import type { ComponentType } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { activities } from '#contract/teaching/activities/activities.ts'
import type { exams } from '#contract/teaching/exams/exams.ts'
import type { homework } from '#contract/teaching/homework/homework.ts'
import type { LiveTopic } from '#contract/platform/live/live.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import type { studentExams } from '#contract/teaching/exams/student-exams.ts'
import type { studentHomework } from '#contract/teaching/homework/student-homework.ts'

/** The differences between homework, exams and activities, so that each screen is written only once. */
export type Kind = {
  /** Its texts are `settings.<name>.*`. The tab of the class has the same name. */
  name: 'homework' | 'exams' | 'activity'
  topic: LiveTopic
  work: Pick<typeof exams | typeof homework | typeof activities, 'list' | 'get' | 'add' | 'update' | 'remove'>
  results: typeof studentExams | typeof studentHomework | typeof studentActivities
  /** The input that reads or removes one. */
  byId: (id: string) => InputOf<Kind['work']['get']> & InputOf<Kind['work']['remove']>
  /** The contract's schemas of new work, for a class and for one student. */
  schema: ZodMiniType
  schemaForOne: ZodMiniType
  /** Exams belong to months of the school year. */
  hasMonths: boolean
  /** The filters of its list, and of the list of one student's results. */
  filters: readonly FilterName[]
  resultFilters: readonly FilterName[]
  /** For a kind whose marks may be drafts: what shows this above a list and above the marks, and the history of a mark. */
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

/** Fields that only exams have. */
type OfExam = Partial<
  Pick<OutputOf<typeof exams.get>, 'monthId' | 'monthName' | 'marksState' | 'publishedAt' | 'publishedByName'>
>

/** A piece of work. */
export type Work = OutputOf<Kind['work']['get']> & OfExam

/** The state of a work's marks: how many students have one, and whether some are being sent. */
export type StateOfMarks = { work: Work; schoolId: string; done: number; all: number; isSaving: boolean }

/** The same in a list, with its statistics so far. */
export type ListedWork = OutputOf<Kind['work']['list']>[number] & OfExam

/** The result of one student in a piece of work. */
export type Result = OutputOf<Kind['results']['list']>[number]
