import { activities } from '#contract/activities/activities.ts'
import { implement } from '#server/call/serve.ts'
import { workOperations } from '#server/class-work/works.ts'

export const activityOperations = implement(activities, workOperations('activity', activities))
