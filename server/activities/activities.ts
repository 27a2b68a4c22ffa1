import { activities } from '#contract/activities.ts'
import { implement } from '#server/serve.ts'
import { workOperations } from '#server/works.ts'

export const activityOperations = implement(activities, workOperations('activity', activities))
