import { beginnings } from '#contract/messages/threads/threads.ts'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { world } from '#test/world/world.ts'
import type { testApp } from './app.ts'

const { manager, nile, omar, parent, supervisor } = world

/** Omar's parent asks his supervisor, who answers all day. Returns the id of the thread. */
export async function threadOfOmar({ as }: Pick<Awaited<ReturnType<typeof testApp>>, 'as'>): Promise<string> {
  await as(manager)(threadReview.saveSettings, {
    schoolId: nile.id,
    frameFrom: '08:00',
    frameTo: '15:00',
    nightFrom: '20:00',
    nightTo: '07:00',
    opens: ['supervisor'],
    officeIds: [],
    answerDays: 2,
    words: [],
  })
  const [thread] = await as(parent)(beginnings.begin, {
    studentIds: [omar.id],
    toId: supervisor.id,
    subject: 'other',
    bothParents: true,
    body: 'سؤال',
  })
  return thread!.threadId
}
