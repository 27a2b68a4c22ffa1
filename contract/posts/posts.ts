import * as z from 'zod/mini'
import { ClockTime } from '#contract/calendar/calendar-settings.ts'
import { attachmentIds } from '#contract/attachments/attachments.ts'
import { anyone, type From, self, signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, kept, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { PostText } from './post-text.ts'
import {
  Audience,
  AudienceCount,
  PostReader,
  PublicPost,
  ReadersPost,
  readerStates,
  WrittenPost,
} from './post-shapes.ts'

const Title = NameOf(1, 150)
const Answers = List(Text(1, 60), 1, 6)

/** The most important posts a school publishes in a day: they come through the quiet hours of their readers. */
export const importantADay = 3

/** When it is published, by the clock of its school; left out: at once, unless it is a draft. */
const hour = { publishDay: optional(Day), publishTime: optional(ClockTime) }

const words = {
  title: Title,
  body: PostText,
  audience: Audience,
  public: optional(Bool),
  important: optional(Bool),
  answers: optional(Answers),
  answerBy: optional(Day),
  ...hour,
  attachmentIds,
  /** Stored, and published when its writer says so. */
  draft: optional(Bool),
}

export const NewPost = z.strictObject({ schoolId: Id, ...words })

export const DraftChange = z.strictObject({ id: Id, ...words, baseVersion: BaseVersion })

/** A post as its form holds it: what may be answered one a line; the audience is chosen beside it. */
export const PostForm = z.strictObject({
  schoolId: Id,
  title: Title,
  body: PostText,
  answers: optional(Text(0, 400, { lines: true })),
  answerBy: optional(Day),
  important: optional(Bool),
  public: optional(Bool),
  ...hour,
})

export const PostChange = roundTrip(
  z.strictObject({
    id: Id,
    title: kept(Title),
    body: kept(PostText),
    answerBy: optional(Day),
    /** Counts everybody as unread again, and notifies them. */
    notifyAgain: optional(Bool),
    baseVersion: BaseVersion,
  }),
  WrittenPost,
)

/** Further operations (api.md §16): announcements of a school, for readers. */
export const posts = {
  list: operation({
    path: 'Post/GetPosts',
    access: signedIn('linkedChildren'),
    input: z.strictObject({
      schoolId: optional(Id),
      postId: optional(Id),
      /** Those that reach the caller for a child of that class. */
      classRoomId: optional(Id),
      unread: optional(Bool),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(ReadersPost),
    paging: 'paged',
  }),

  public: operation({
    path: 'Post/GetPublicPosts',
    access: anyone('public', { school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(PublicPost),
    paging: 'paged',
  }),

  markRead: operation({
    path: 'Post/MarkRead',
    access: self,
    input: z.strictObject({ postIds: List(Id, 1, 100) }),
    output: Done,
    writes: true,
  }),

  answer: operation({
    path: 'Post/Answer',
    access: self,
    input: z.strictObject({ postId: Id, answer: Text(1, 60) }),
    output: Done,
    writes: true,
  }),
}

/** Those who write, for their own posts; who manages all sees the whole school. */
const ofWriters = <const F extends string>(from: From<F>) => {
  const access = staff(['AddPost', 'ManagePosts'], from, 'classReach')
  return { ...access, widenedBy: [...access.widenedBy, 'ManagePosts' as const] }
}

/** The same for those who write. Classes and students within reach; the whole school, grades and staff by a key of their own. */
export const postWriting = {
  written: operation({
    path: 'Post/GetWrittenPosts',
    access: ofWriters({ classRoom: 'classRoomId', school: 'schoolId' }),
    input: z.strictObject({
      schoolId: Id,
      postId: optional(Id),
      /** Those whose audience holds students of that class. */
      classRoomId: optional(Id),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(WrittenPost),
    paging: 'paged',
  }),

  count: operation({
    path: 'Post/CountAudience',
    access: staff('AddPost', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      schoolId: Id,
      audience: Audience,
      public: optional(Bool),
      title: optional(Text(0, 150)),
      body: optional(Text(0, 4000, { lines: true })),
    }),
    output: AudienceCount,
  }),

  add: operation({
    path: 'Post/Create',
    access: staff('AddPost', { school: 'schoolId' }, 'classReach'),
    input: NewPost,
    output: WrittenPost,
    writes: true,
  }),

  update: operation({
    path: 'Post/Update',
    access: ofWriters({ post: 'id' }),
    input: PostChange,
    output: WrittenPost,
    writes: true,
  }),

  /** A post that is not published yet, as a whole; published at once unless an hour is named or it stays a draft. */
  saveDraft: operation({
    path: 'Post/SaveDraft',
    access: ofWriters({ post: 'id' }),
    input: DraftChange,
    output: WrittenPost,
    writes: true,
  }),

  takeBack: operation({
    path: 'Post/TakeBack',
    access: ofWriters({ post: 'postId' }),
    input: z.strictObject({ postId: Id }),
    output: Done,
    writes: true,
  }),

  report: operation({
    path: 'Post/GetReport',
    access: ofWriters({ post: 'postId' }),
    input: z.strictObject({ postId: Id, state: optional(OneOf(readerStates)), ...paging }),
    output: z.array(PostReader),
    paging: 'paged',
  }),

  remind: operation({
    path: 'Post/Remind',
    access: ofWriters({ post: 'postId' }),
    input: z.strictObject({ postId: Id }),
    output: Done,
    writes: true,
  }),
}
