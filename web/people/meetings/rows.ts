import type { meetings } from '#contract/people/meetings/meetings.ts'
import type { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import type { OutputOf } from '#contract/language/operation.ts'

export type Round = OutputOf<typeof meetings.rounds>[number]
export type BoardRow = OutputOf<typeof meetings.board>[number]
export type OwnEvening = OutputOf<typeof ownMeetings.day>[number]
export type TimeOfOwn = OwnEvening['times'][number]
export type Evening = OutputOf<typeof ownMeetings.free>[number]
export type FamilyMeeting = Evening['meetings'][number]
