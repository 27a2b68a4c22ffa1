import * as z from 'zod/mini'
import { self } from '#contract/language/access.ts'
import { Id, OneOf, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** The most addresses of one person for one school. */
export const feedsAtMost = 5

export const CalendarFeed = z.object({ id: z.string(), schoolId: z.string(), createDate: z.string() })

/** Further operations (api.md §16): the calendar of a school in a person's own calendar app. */
export const calendarFeeds = {
  list: operation({
    path: 'Calendar/GetFeeds',
    access: self,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(CalendarFeed),
    paging: 'whole',
  }),

  /** `path`: the address on this server. It is answered only this once. */
  make: operation({
    path: 'Calendar/MakeFeed',
    access: self,
    input: z.strictObject({ schoolId: Id, language: OneOf(['ar', 'en'] as const) }),
    output: z.object({ id: z.string(), path: z.string() }),
    writes: true,
    secret: true,
  }),

  revoke: operation({
    path: 'Calendar/RevokeFeed',
    access: self,
    input: z.strictObject({ schoolId: Id, feedId: Id }),
    output: Done,
    writes: true,
  }),
}
