import * as z from 'zod/mini'
import { alsoWithProvider, member, self, signedIn, staff } from '#contract/language/access.ts'
import { Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** The address of the events: `GET Live/Events?exam=…`. */
export const livePath = 'Live/Events'

/** The topics that a tab listens to; at least one. */
export const LiveTopics = z.strictObject({
  exam: optional(Id),
  homework: optional(Id),
  activity: optional(Id),
  /** A person's own inbox, by the id of the person. */
  inbox: optional(Id),
  /** What the home of a school's staff shows. */
  school: optional(Id),
  /** The marks of a class in its results, of any course and term. */
  marksOfClass: optional(Id),
  /** The lessons of a draft of the week, which several people plan at once. */
  timetable: optional(Id),
})

export type LiveTopic = keyof z.output<typeof LiveTopics>

/**
 * Every message has the type `changed`: something of the topic is different now. It contains only ids and a version; clients with the right
 * to see it read it again. After a disconnection a client reads everything again.
 */
export type LiveChange = {
  topic: LiveTopic
  id: string
  /** The student whose result changed; null if the work itself changed, or is gone. */
  studentId: string | null
  version: number
  /** Of the topic `school`: set if nothing but a register of the day was saved. */
  part?: 'register'
}

const events = { path: livePath, method: 'GET', output: z.string() } as const

/** The stream, before its topics are read. Its answer is text/event-stream (api.md §16.2, decision 017). */
export const eventStream = operation({ ...events, access: alsoWithProvider(signedIn('none')), input: LiveTopics })

const topic = { ...events, input: z.strictObject({ id: Id }) } as const

/** The access to each topic, checked when the stream opens and repeatedly while it is open. One line per topic. */
export const live = {
  exam: operation({ ...topic, access: staff(['ViewExams', 'ViewExamsSetting'], { exam: 'id' }, 'classReach') }),
  homework: operation({ ...topic, access: staff('ViewHomework', { homework: 'id' }, 'classReach') }),
  activity: operation({ ...topic, access: staff('ViewActivities', { activity: 'id' }, 'classReach') }),
  inbox: operation({ ...topic, access: alsoWithProvider(self) }),
  marksOfClass: operation({
    ...topic,
    access: staff(['ViewExams', 'ManageResults'], { classRoom: 'id' }, 'classReach'),
  }),
  timetable: operation({ ...topic, access: staff('ManageTimetable', { timetable: 'id' }, 'wholeSchool') }),
  school: operation({ ...topic, access: member({ school: 'id' }, 'classReach') }),
}
