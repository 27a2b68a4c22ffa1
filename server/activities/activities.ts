import { activities } from '#contract/activities/activities.ts'
import { studentActivities } from '#contract/activities/student-activities.ts'
import { implement } from '#server/call/implement.ts'
import { workOperations } from '#server/class-work/works.ts'
import { studentActivityOperations } from './student-activities.ts'

const activitiesOfClasses = implement(activities, workOperations('activity', activities, studentActivities))

export const activityOperations = [activitiesOfClasses, studentActivityOperations]
