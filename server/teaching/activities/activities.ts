import { activities } from '#contract/teaching/activities/activities.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { implement } from '#server/call/implement.ts'
import { workOperations } from '#server/teaching/class-work/works.ts'
import { studentActivityOperations } from './student-activities.ts'

const activitiesOfClasses = implement(activities, workOperations('activity', activities, studentActivities))

export const activityOperations = [activitiesOfClasses, studentActivityOperations]
