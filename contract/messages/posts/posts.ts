import * as z from 'zod/mini'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { attachmentIds } from '#contract/platform/attachments/attachments.ts'
import { alsoWithProvider, anyone, type From, self, signedIn, staff } from '#contract/language/access.ts'
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
  ReaderCounts,
  PublicPost,
  ReadersPost,
  readerStates,
  WrittenPost,
} from './post-shapes.ts'

const Title = NameOf(1, 150)
const Answers = List(Text(1, 60), 1, 6)

/** The most important posts that a school may publish per day. They ignore the quiet hours of their readers. */
export const importantADay = 3

/** When the post is published, by the school's clock. If absent: at once, unless it is a draft. */
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
  /** Stored only; published when its writer decides so. */
  draft: optional(Bool),
}

export const NewPost = z.strictObject({ schoolId: Id, ...words })

export const DraftChange = z.strictObject({ id: Id, ...words, baseVersion: BaseVersion })

/** A post as in its form, with one possible answer per line. The audience is chosen separately. */
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
    /** Makes the post unread for everybody again and notifies them. */
    notifyAgain: optional(Bool),
    baseVersion: BaseVersion,
  }),
  WrittenPost,
)

/** Further operations (api.md §16): announcements of a school, for readers. */
export const posts = {
  list: operation({
    path: 'Post/GetPosts',
    access: alsoWithProvider(signedIn('linkedChildren')),
    input: z.strictObject({
      schoolId: optional(Id),
      postId: optional(Id),
      /** Only posts that reach the caller for a child of that class. */
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
    access: alsoWithProvider(self),
    input: z.strictObject({ postIds: List(Id, 1, 100) }),
    output: Done,
    writes: true,
  }),

  answer: operation({
    path: 'Post/Answer',
    access: alsoWithProvider(self),
    input: z.strictObject({ postId: Id, answer: Text(1, 60) }),
    output: Done,
    writes: true,
  }),
}

/** Writers, for their own posts; people who manage all posts see the whole school. */
const ofWriters = <const F extends string>(from: From<F>) => {
  const access = staff(['AddPost', 'ManagePosts'], from, 'classReach')
  return { ...access, widenedBy: [...access.widenedBy, 'ManagePosts' as const] }
}

/** The same for writers: classes and students within reach; the whole school, grades and staff need another key. */
export const postWriting = {
  written: operation({
    path: 'Post/GetWrittenPosts',
    access: ofWriters({ classRoom: 'classRoomId', school: 'schoolId' }),
    input: z.strictObject({
      schoolId: Id,
      postId: optional(Id),
      /** Only those that are published, or only those that are not: drafts, planned ones, and those that were refused. */
      published: optional(Bool),
      /** Only posts whose audience includes students of that class. */
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

  /** Saves a post that is not published yet, completely. It is published at once unless a time is given or it stays a draft. */
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

  /** How many people or students a report lists in each state. */
  reportCounts: operation({
    path: 'Post/CountReaders',
    access: ofWriters({ post: 'postId' }),
    input: z.strictObject({ postId: Id }),
    output: ReaderCounts,
  }),

  remind: operation({
    path: 'Post/Remind',
    access: ofWriters({ post: 'postId' }),
    input: z.strictObject({ postId: Id }),
    output: Done,
    writes: true,
  }),
}
